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
  const { status, files = [], edited, error, loaderName } = loader
  const done = files.filter((file) => file.status !== 'SYNCING').length
  // Nothing came of the first try: that it was not processed yet would be half of it.
  const hasFailed = error !== null && (status === 'NEW' || status === 'EMPTY')
  return (
    <div className="loader-state">
      {hasFailed ? (
        <StatusText tone="failed">{t('loader.failed')}</StatusText>
      ) : (
        <StoreStatusText status={status} of="loader" />
      )}
      {status === 'SYNCING' && files.length > 1 ? (
        <span className="store-note">{t('loader.progress', { done, count: files.length })}</span>
      ) : null}
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
