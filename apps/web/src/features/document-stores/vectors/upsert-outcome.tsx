import { Alert, Button, Loader } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { UpsertFigures } from '../../upserts/upsert-figures.tsx'
import { upsertHistoryQuery } from '../../upserts/upsert-history-query.ts'
import { useStoreActions } from '../store/use-store-actions.ts'
import { VectorProgress } from '../vector-progress.tsx'

interface UpsertOutcomeProps {
  store: DocumentStore
  /** The run that was begun on this page. */
  jobId: string | undefined
}

/** Follows the making of vectors, and tells what came of it. */
export function UpsertOutcome({ store, jobId }: UpsertOutcomeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It was begun below all steps: what came of it would stand out of sight.
    if (jobId !== undefined) place.current?.scrollIntoView({ block: 'center' })
  }, [jobId])
  return (
    <div ref={place}>
      <ToldOutcome store={store} jobId={jobId} />
    </div>
  )
}

function ToldOutcome({ store, jobId }: UpsertOutcomeProps) {
  const { t } = useTranslation('document-stores')
  const { stop } = useStoreActions(store)
  if (store.status === 'UPSERTING') {
    return (
      <Alert
        color="orange"
        role="status"
        className="store-advice"
        mb="md"
        icon={<Loader size={16} aria-hidden />}
        title={t('advice.upserting.title')}
      >
        {t('advice.upserting.text')}
        {store.answers ? ` ${t('advice.answersMeanwhile')}` : null}
        <VectorProgress store={store} />
        <ShownIf permission="documentStores:upsert-config">
          <div className="store-actions">
            <Button size="xs" variant="default" onClick={() => void stop()}>
              {t('advice.upserting.action')}
            </Button>
          </div>
        </ShownIf>
      </Alert>
    )
  }
  if (jobId === undefined || store.runId !== jobId) return null
  if (store.error !== null) {
    return (
      <Alert color="red" role="alert" mb="md" className="preserve-lines" title={t('advice.failed.title')}>
        {store.error}
      </Alert>
    )
  }
  return <Ended store={store} />
}

/** The last entry of the history is that of the run that just ended well; a stopped one left none. */
function Ended({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('document-stores')
  const { data = [], isPlaceholderData } = useQuery(
    upsertHistoryQuery({ ownerId: store.id, version: `${store.status} ${store.runId}` }),
  )
  const [last] = data
  if (store.status !== 'UPSERTED' && !store.answers) return null
  return (
    <Alert role="status" mb="md" className="store-advice" title={t('outcome.title')}>
      {last && !isPlaceholderData ? <UpsertFigures result={last.result} /> : null}
      <div className="store-actions">
        <LinkButton size="xs" to="/document-stores/query/$storeId" params={{ storeId: store.id }}>
          {t('outcome.query')}
        </LinkButton>
      </div>
    </Alert>
  )
}
