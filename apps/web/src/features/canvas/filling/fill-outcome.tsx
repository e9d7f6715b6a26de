import { Alert, Button } from '@mantine/core'
import type { IndexResult, JsonObject } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { UpsertFigures } from '../../upserts/upsert-figures.tsx'
import type { StoreFill } from './fill-keeper.ts'

interface FillOutcomeProps {
  name: string
  fill: StoreFill
  /** Undefined for who may not fill it. */
  onAgain: (() => void) | undefined
}

/** What came of a filling: the counts and the first documents, or why it ended before. */
export function FillOutcome({ name, fill, onAgain }: FillOutcomeProps) {
  const { t } = useTranslation('canvas')
  const { status, view, failure } = fill
  if (failure === undefined && status === 'finished') return <Counts result={view.result} />
  const isStopped = failure === undefined && status === 'terminated'
  const reason = failure === undefined ? view.error?.message : apiErrorMessage(failure)
  return (
    <Alert
      color={isStopped ? 'gray' : 'red'}
      role={isStopped ? 'status' : 'alert'}
      className="fill-alert preserve-lines"
      title={t(isStopped ? 'fill.stopped' : 'fill.failed')}
    >
      {isStopped ? t('fill.stoppedText') : reason}
      {onAgain ? (
        <div className="fill-actions">
          <Button size="xs" variant="default" aria-label={t('fill.againOf', { name })} onClick={onAgain}>
            {t('fill.again')}
          </Button>
        </div>
      ) : null}
    </Alert>
  )
}

function Counts({ result }: { result: JsonObject | undefined }) {
  const { t } = useTranslation('canvas')
  if (result === undefined) return null
  // The server made it so; it is read to be shown alone.
  const { addedDocs = [], ...counts } = result as unknown as Omit<IndexResult, 'addedDocs'> &
    Partial<Pick<IndexResult, 'addedDocs'>>
  if (typeof counts.numAdded !== 'number') return null
  const totalKeys = counts.totalKeys ?? counts.numAdded + counts.numSkipped
  return (
    <div role="status" className="fill-counts">
      <UpsertFigures result={{ ...counts, totalKeys }} />
      {counts.numAdded === 0 ? (
        <p className="upsert-note">{t(totalKeys === 0 ? 'fill.nothing' : 'fill.known')}</p>
      ) : null}
      {addedDocs.length > 0 ? (
        <details>
          <summary>{t('fill.documents', { count: addedDocs.length })}</summary>
          <ol className="fill-documents">
            {Object.entries(addedDocs).map(([place, { pageContent, metadata }]) => (
              <li key={place}>
                <p>{pageContent}</p>
                <code>{JSON.stringify(metadata)}</code>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </div>
  )
}
