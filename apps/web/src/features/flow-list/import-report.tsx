import { Box, Button, Text } from '@mantine/core'
import type { Chatflow, Problem } from '@runnel/contract'
import { IconAlertTriangle, IconCircleX, IconTool } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { flowPath } from '../../app/flow-path.ts'
import { useProblemText } from '../../i18n/use-problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { groupProblems, labelsOfWire, type ProblemKind } from './group-problems.ts'

const icons = { error: IconCircleX, warning: IconAlertTriangle, repair: IconTool }
/** So many names stand behind one sentence. */
const MOST_NAMES = 12

interface SeverityProps {
  severity: Problem['severity']
  problems: readonly Problem[]
  labels: ReadonlyMap<string, string>
}

/**
 * What an import repaired and what is still wrong, worst first, each sentence once with the names of its nodes; the
 * flow can be opened from here. What was mended is folded: it needs nobody.
 */
export function ImportReport({ flow, onClose }: { flow: Chatflow; onClose: () => void }) {
  const { t } = useTranslation('flows')
  const labels = useMemo(() => labelsOfWire(flow.flowData), [flow.flowData])
  const of = (severity: Problem['severity']): SeverityProps => ({
    severity,
    labels,
    problems: (flow.problems ?? []).filter((problem) => problem.severity === severity),
  })
  return (
    <Dialog onClose={onClose} title={t('report.title', { name: flow.name })} size="lg">
      <Text c="dimmed" mb="md">
        {t('report.text')}
      </Text>
      <Box className="report-list" tabIndex={0}>
        <OpenSeverity {...of('error')} />
        <OpenSeverity {...of('warning')} />
        <FoldedSeverity {...of('repair')} />
      </Box>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {t('report.close')}
        </Button>
        <LinkButton to={flowPath(flow)} params={{ id: flow.id }} data-autofocus>
          {t('report.open')}
        </LinkButton>
      </DialogFoot>
    </Dialog>
  )
}

function OpenSeverity(props: SeverityProps) {
  const { t } = useTranslation('flows')
  const { severity, problems } = props
  if (problems.length === 0) return null
  return (
    <section className="problem-group" data-severity={severity}>
      <h2>{t(`report.${severity}`, { count: problems.length })}</h2>
      <Kinds {...props} />
    </section>
  )
}

function FoldedSeverity(props: SeverityProps) {
  const { t } = useTranslation('flows')
  const { severity, problems } = props
  if (problems.length === 0) return null
  return (
    <details className="problem-group" data-severity={severity}>
      <summary>{t(`report.${severity}`, { count: problems.length })}</summary>
      <Kinds {...props} />
    </details>
  )
}

function Kinds({ severity, problems, labels }: SeverityProps) {
  const textOf = useProblemText()
  const Icon = icons[severity]
  const kinds = groupProblems(problems, { textOf, labelOf: (id) => labels.get(id) })
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={`${kind.code} ${kind.text}`}>
          <Icon size={16} stroke={1.8} aria-hidden />
          <span>
            {kind.text}
            <Names {...kind} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Where it is: the names of the nodes, or how often where it is at none. */
function Names({ nodes, count }: ProblemKind) {
  const { t } = useTranslation('flows')
  const more = nodes.length - MOST_NAMES
  const names = nodes.slice(0, MOST_NAMES).join(', ')
  if (nodes.length === 0)
    return count > 1 ? <small className="problem-nodes">{t('report.times', { count })}</small> : null
  return (
    <small className="problem-nodes">
      {more > 0 ? t('report.moreNodes', { names, count: more }) : names}
    </small>
  )
}
