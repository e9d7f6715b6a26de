import { Box, Button, Group, Text } from '@mantine/core'
import type { Chatflow, Problem } from '@runnel/contract'
import { IconAlertTriangle, IconCircleX, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../i18n/use-problem-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { flowPath } from './flow-kind.ts'

const severities = ['error', 'warning', 'repair'] as const
const icons = { error: IconCircleX, warning: IconAlertTriangle, repair: IconTool }

/** What an import repaired and what is still wrong, worst first; the flow can be opened from here. */
export function ImportReport({ flow, onClose }: { flow: Chatflow; onClose: () => void }) {
  const { t } = useTranslation('flows')
  const problems = flow.problems ?? []
  return (
    <Dialog onClose={onClose} title={t('report.title', { name: flow.name })} size="lg">
      <Text c="dimmed" mb="md">
        {t('report.text')}
      </Text>
      <Box className="report-list" tabIndex={0}>
        {severities.map((severity) => (
          <ProblemGroup
            key={severity}
            severity={severity}
            problems={problems.filter((problem) => problem.severity === severity)}
          />
        ))}
      </Box>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('report.close')}
        </Button>
        <LinkButton to={flowPath(flow)} params={{ id: flow.id }} data-autofocus>
          {t('report.open')}
        </LinkButton>
      </Group>
    </Dialog>
  )
}

function ProblemGroup({
  severity,
  problems,
}: {
  severity: Problem['severity']
  problems: readonly Problem[]
}) {
  const { t } = useTranslation('flows')
  const textOf = useProblemText()
  if (problems.length === 0) return null
  const Icon = icons[severity]
  return (
    <section className="problem-group" data-severity={severity}>
      <h2>{t(`report.${severity}`, { count: problems.length })}</h2>
      <ul>
        {problems.map((problem) => (
          <li
            key={`${problem.code}${problem.nodeId ?? ''}${problem.edgeId ?? ''}${problem.param ?? ''}${problem.message}`}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
            <span>
              {textOf(problem)}
              {problem.nodeId ? <code>{problem.nodeId}</code> : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
