import { Skeleton } from '@mantine/core'
import type { Execution } from '@runnel/contract'
import { IconListTree } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageMessage } from '../../ui/page-message.tsx'
import { executionStepsQuery } from './execution-queries.ts'
import { StepItem } from './step-item.tsx'
import { arrangeSteps, readExecutedNodes } from './step-tree.ts'

/** The steps of a run as a tree; each opens to show what went in, what came out and why it failed. */
export function StepList({ run }: { run: Execution }) {
  const { t } = useTranslation('executions')
  const { data: steps, error, refetch } = useQuery(executionStepsQuery(run.id, run.state))
  const rows = useMemo(
    () => arrangeSteps(steps ?? [], readExecutedNodes(run.executionData)),
    [steps, run.executionData],
  )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (steps === undefined) return <Skeleton height={160} radius="lg" />
  if (rows.length === 0)
    return <PageMessage icon={IconListTree} title={t('steps.emptyTitle')} text={t('steps.emptyText')} />
  return (
    <section aria-label={t('steps.title')}>
      <h2 className="section-title">{t('steps.title')}</h2>
      <ol className="panel step-list">
        {rows.map((row) => (
          <StepItem key={`${row.step.path} ${row.step.attempt}`} row={row} />
        ))}
      </ol>
    </section>
  )
}
