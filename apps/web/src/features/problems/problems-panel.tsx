import { ActionIcon } from '@mantine/core'
import type { Problem } from '@runnel/contract'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemGroups } from './problem-groups.tsx'
import { RepairsSection } from './repairs-section.tsx'
import './problems-panel.css'

interface ProblemsPanelProps {
  problems: readonly Problem[]
  /** What the import of the flow mended. */
  repairs: readonly Problem[]
  /** Undefined for those who may not change the flow. */
  onDismissRepairs: (() => void) | undefined
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
  onClose: () => void
}

/** Everything that is wrong with the flow, and what its import mended. */
export function ProblemsPanel({
  problems,
  repairs,
  onDismissRepairs,
  onClose,
  ...nodes
}: ProblemsPanelProps) {
  const { t } = useTranslation('canvas')
  const closer = useRef<HTMLButtonElement>(null)
  // The button that dismisses goes with its section: the focus must not be lost with it.
  const dismiss = () => {
    closer.current?.focus()
    onDismissRepairs?.()
  }
  return (
    <section className="problems-panel" aria-label={t('problems.title')}>
      <header className="panel-head">
        <h2>{t('problems.title')}</h2>
        <ActionIcon
          ref={closer}
          variant="subtle"
          color="gray"
          aria-label={t('problems.close')}
          onClick={onClose}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </header>
      <div className="problems-body">
        {problems.length === 0 ? (
          <p className="problems-none">
            <IconCircleCheck size={18} stroke={1.8} aria-hidden />
            {t('problems.none')}
          </p>
        ) : (
          <ProblemGroups problems={problems} heading="h3" {...nodes} />
        )}
        {repairs.length > 0 ? (
          <RepairsSection repairs={repairs} onDismiss={onDismissRepairs && dismiss} {...nodes} />
        ) : null}
      </div>
    </section>
  )
}
