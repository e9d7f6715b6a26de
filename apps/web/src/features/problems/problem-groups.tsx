import type { Problem } from '@runnel/contract'
import { IconAlertCircle, IconAlertTriangle, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../i18n/use-problem-text.ts'

interface ProblemGroupsProps {
  problems: readonly Problem[]
  /** The element that heads the problems of one node. */
  heading: 'h3' | 'h4'
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
}

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, repair: IconTool }

/** Problems node by node; each entry leads to its node. */
export function ProblemGroups({ problems, heading: Heading, labelOf, onShowNode }: ProblemGroupsProps) {
  const { t } = useTranslation('canvas')
  const groups = Map.groupBy(problems, ({ nodeId }) => nodeId ?? '')
  return (
    <ul className="problem-groups">
      {[...groups].map(([nodeId, found]) => (
        <li key={nodeId}>
          <Heading>{nodeId === '' ? t('problems.flow') : (labelOf(nodeId) ?? nodeId)}</Heading>
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
  )
}

function ProblemLine({ problem, onShowNode }: { problem: Problem; onShowNode: (nodeId: string) => void }) {
  const { t } = useTranslation('canvas')
  const textOf = useProblemText()
  const { nodeId, severity } = problem
  const Icon = icons[severity]
  const content = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden data-severity={severity} />
      <span>
        <span className="visually-hidden">{t(`problems.${severity}`)}: </span>
        {textOf(problem)}
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
