import { Button, Progress, Skeleton } from '@mantine/core'
import type { DocumentStore, RetrievalTest } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { formatDateTime } from '../../../ui/format-time.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { StatusText, type StatusTone } from '../../../ui/status-text.tsx'
import { FigureTable } from './figure-table.tsx'
import { QuestionResults } from './question-results.tsx'
import { refreshTests, testsQuery } from './test-queries.ts'

const TONES: Record<RetrievalTest['status'], StatusTone> = {
  running: 'running',
  done: 'finished',
  stopped: 'stopped',
  failed: 'failed',
}

/** The last runs of the test questions of a store, newest first. */
export function TestRuns({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('retrieval-tests')
  const { data, error, refetch } = useQuery(testsQuery(store.id))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={80} radius="lg" />
  if (data.length === 0) return null
  return (
    <section className="test-runs" aria-label={t('runs.title')}>
      <div className="test-head">
        <h2>{t('runs.title')}</h2>
      </div>
      <ul>
        {data.map((run) => (
          <TestRun key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function TestRun({ run }: { run: RetrievalTest }) {
  const { t, i18n } = useTranslation('retrieval-tests')
  const [isOpen, setOpen] = useState(false)
  const when = formatDateTime(run.createdDate, i18n.language)
  return (
    <li className="panel test-run">
      <div className="test-head">
        <time dateTime={run.createdDate}>{when}</time>
        <StatusText tone={TONES[run.status]}>{t(`runs.status.${run.status}`)}</StatusText>
        <span className="store-note">{t('runs.done', { done: run.done, count: run.total })}</span>
        <RunActions run={run} when={when} />
      </div>
      {run.status === 'running' ? (
        <Progress
          aria-label={t('runs.progress')}
          value={run.total === 0 ? 0 : (run.done / run.total) * 100}
        />
      ) : null}
      {run.error === null ? null : <p className="store-fault">{run.error}</p>}
      {run.changed.length > 0 ? (
        <p className="store-note">{t('runs.changed', { what: run.changed.join(', ') })}</p>
      ) : null}
      <FigureTable run={run} when={when} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('runs.byQuestion')}</summary>
        {isOpen ? <QuestionResults run={run} when={when} /> : null}
      </details>
    </li>
  )
}

function RunActions({ run, when }: { run: RetrievalTest; when: string }) {
  const { t } = useTranslation('retrieval-tests')
  const params = { id: run.storeId, testId: run.id }
  const mayDelete = useIsShown({ permission: 'documentStores:update,documentStores:upsert-config' })
  const stop = useMutation({
    mutationFn: () => api.stopRetrievalTest({ params }),
    onError: (error) => notify.error(apiErrorMessage(error)),
    onSettled: refreshTests,
  })
  const remove = () =>
    deleteRow({
      about: run.id,
      question: {
        title: t('runs.delete.title'),
        description: t('runs.delete.text', { when }),
        confirmButtonName: t('runs.delete.confirm'),
      },
      remove: () => api.deleteRetrievalTest({ params }),
      refresh: refreshTests,
      done: t('runs.delete.done'),
      failed: (message) => t('runs.delete.failed', { message }),
    })
  if (run.status === 'running')
    return (
      <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('runs.stop')}
      </Button>
    )
  if (!mayDelete) return null
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      aria-label={t('runs.deleteOf', { when })}
      onClick={() => void remove()}
    >
      {t('runs.deleteOne')}
    </Button>
  )
}
