import { Button } from '@mantine/core'
import type { DocumentLoader } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { StatusText } from '../../../ui/status-text.tsx'
import { StoreStatusText } from '../store-status.tsx'
import { RefreshState } from './refresh-state.tsx'

interface LoaderStateProps {
  loader: DocumentLoader
  onRetry: () => void
}

/** How a loader stands: while it is processed how far that is, and why it failed. */
export function LoaderState({ loader, onRetry }: LoaderStateProps) {
  const { t } = useTranslation('document-stores')
  const { status, edited, error, loaderName } = loader
  // Nothing came of the first try: that it was not processed yet would be half of it.
  const hasFailed = error !== null && (status === 'NEW' || status === 'EMPTY')
  return (
    <div className="loader-state">
      {hasFailed ? (
        <StatusText tone="failed">{t('loader.failed')}</StatusText>
      ) : (
        <StoreStatusText status={status} of="loader" />
      )}
      {status === 'SYNCING' ? <Progress loader={loader} /> : null}
      {edited ? <span className="store-note">{t('loader.edited')}</span> : null}
      {error !== null && status !== 'SYNCING' ? (
        <p className="store-fault">
          {error}{' '}
          <ShownIf permission="documentStores:preview-process">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('loader.retryOf', { name: loaderName })}
              onClick={onRetry}
            >
              {t('loader.retry')}
            </Button>
          </ShownIf>
        </p>
      ) : null}
      <RefreshState loader={loader} />
    </div>
  )
}

/** How many files or sources are read; of some loaders nobody knows how many there are. */
function Progress({ loader: { files = [], reading } }: { loader: DocumentLoader }) {
  const { t } = useTranslation('document-stores')
  if (files.length < 2 && reading === undefined) return null
  const done = files.filter(({ status }) => status !== 'SYNCING').length
  const failed = reading?.failed ?? files.filter(({ error }) => error !== undefined).length
  return (
    <span className="store-note">
      {reading === undefined
        ? t('loader.progress', { done, count: files.length })
        : reading.total === undefined
          ? t('loader.readSoFar', { count: reading.done })
          : t('loader.progressOfSources', { done: reading.done, count: reading.total })}
      {failed > 0 ? ` · ${t('source.failed', { count: failed })}` : null}
    </span>
  )
}
