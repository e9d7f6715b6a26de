import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../session/shown-if.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { KeptFilesContext } from '../chat/artifacts/kept-files-context.ts'
import { ExecutionFacts } from './execution-facts.tsx'
import { executionQuery } from './execution-queries.ts'
import { StepList } from './step-list.tsx'
import { useDeleteExecution } from './use-delete-execution.ts'

/** One run: how it stands, what it cost, its steps with what went in and came out. */
export function ExecutionDetails({ id }: { id: string }) {
  const { t } = useTranslation('executions')
  const { data: run, error, refetch } = useQuery(executionQuery(id))
  const remove = useDeleteExecution()
  const navigate = useNavigate()
  const flowId = run?.agentflowId ?? undefined
  const chatId = run?.chatId
  const kept = useMemo(
    () => (flowId === undefined || chatId === undefined ? undefined : { chatflowId: flowId, chatId }),
    [flowId, chatId],
  )
  if (error)
    return (
      <LoadFailure order={1} error={error} onRetry={() => void refetch()}>
        <BackButton />
      </LoadFailure>
    )
  if (run === undefined) return <Skeleton role="status" height={220} radius="lg" aria-label={t('title')} />
  const removeAndLeave = async () => {
    if (await remove(run)) await navigate({ to: '/executions' })
  }
  return (
    <>
      <PageHead title={run.agentflow?.name ?? t('unnamedFlow')} text={t('run.text', { id: run.id })}>
        <BackButton />
        <ShownIf permission="executions:delete">
          <Button
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.8} />}
            onClick={() => void removeAndLeave()}
          >
            {t('run.delete')}
          </Button>
        </ShownIf>
      </PageHead>
      <ExecutionFacts run={run} />
      {run.error ? (
        <Alert
          color="red"
          icon={<IconAlertCircle size={18} />}
          mb="md"
          className="preserve-lines"
          title={t('run.failed')}
        >
          {run.error}
        </Alert>
      ) : null}
      <KeptFilesContext value={kept}>
        <StepList run={run} />
      </KeptFilesContext>
    </>
  )
}

function BackButton() {
  const { t } = useTranslation('executions')
  return (
    <LinkButton to="/executions" variant="default" leftSection={<IconArrowLeft size={16} />}>
      {t('run.back')}
    </LinkButton>
  )
}
