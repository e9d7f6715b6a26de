import { Button } from '@mantine/core'
import type { Problem } from '@runnel/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemGroups } from './problem-groups.tsx'

interface RepairsSectionProps {
  repairs: readonly Problem[]
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
  /** Undefined for those who may not change the flow. */
  onDismiss: (() => void) | undefined
}

/** What the import of the flow mended, until somebody saves or dismisses it. */
export function RepairsSection({ repairs, labelOf, onShowNode, onDismiss }: RepairsSectionProps) {
  const { t } = useTranslation('canvas')
  const titleId = useId()
  return (
    <section className="repairs" aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{t('problems.repairs.title')}</h3>
        {onDismiss ? (
          <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
            {t('problems.repairs.dismiss')}
          </Button>
        ) : null}
      </header>
      <p>{t('problems.repairs.text')}</p>
      <ProblemGroups problems={repairs} heading="h4" labelOf={labelOf} onShowNode={onShowNode} />
    </section>
  )
}
