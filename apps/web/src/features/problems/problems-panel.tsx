import { ActionIcon } from '@mantine/core'
import type { Problem } from '@runnel/contract'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconTool, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import './problems-panel.css'

interface ProblemsPanelProps {
  problems: readonly Problem[]
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
  onClose: () => void
}

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, repair: IconTool }

/** Everything that is wrong with the flow, node by node; each entry leads to its node. */
export function ProblemsPanel({ problems, labelOf, onShowNode, onClose }: ProblemsPanelProps) {
  const { t } = useTranslation('canvas')
  const groups = Map.groupBy(problems, ({ nodeId }) => nodeId ?? '')
  return (
    <section className="problems-panel" aria-label={t('problems.title')}>
      <header className="panel-head">
        <h2>{t('problems.title')}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('problems.close')} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </header>
      {problems.length === 0 ? (
        <p className="problems-none">
          <IconCircleCheck size={18} stroke={1.8} aria-hidden />
          {t('problems.none')}
        </p>
      ) : null}
      <ul className="problems-list">
        {[...groups].map(([nodeId, found]) => (
          <li key={nodeId}>
            <h3>{nodeId === '' ? t('problems.flow') : (labelOf(nodeId) ?? nodeId)}</h3>
            <ul>
              {found.map((problem) => (
                <li key={`${problem.code}-${problem.param ?? ''}-${problem.message}`}>
                  <ProblemLine problem={problem} onShowNode={onShowNode} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProblemLine({ problem, onShowNode }: { problem: Problem; onShowNode: (nodeId: string) => void }) {
  const { t } = useTranslation('canvas')
  const { nodeId, severity, message } = problem
  const Icon = icons[severity]
  const content = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden data-severity={severity} />
      <span>
        <span className="visually-hidden">{t(`problems.${severity}`)}: </span>
        {message}
      </span>
    </>
  )
  if (nodeId === undefined) return <p className="problem">{content}</p>
  return (
    <button type="button" className="problem" onClick={() => onShowNode(nodeId)}>
      {content}
    </button>
  )
}
