import { Button } from '@mantine/core'
import type { DocumentLoader } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetrySourcesButton } from './retry-sources-button.tsx'

/** Of those that could be read none is shown until somebody wants to see them. */
const SHOWN = 5

interface LoaderSourcesProps {
  loader: DocumentLoader
  onRetry: () => void
}

/** What came of the sources of a loader that reads many: those that could not be read first. */
export function LoaderSources({ loader, onRetry }: LoaderSourcesProps) {
  const { t } = useTranslation('document-stores')
  const [isOpen, setIsOpen] = useState(false)
  const { sources, loaderName: name, status } = loader
  if (sources === undefined || sources.total === 0) return null
  const { total, failed, list } = sources
  const shown = isOpen ? list : list.filter(({ error }) => error !== undefined).slice(0, SHOWN)
  const more = list.length - shown.length
  return (
    <>
      <p className="store-note">
        {t('source.counts', { count: total })}
        {failed > 0 ? ` · ${t('source.failed', { count: failed })}` : null}
      </p>
      {shown.length === 0 ? null : (
        <ul className="loader-files" aria-label={t('source.list', { name })}>
          {shown.map((source) => (
            <SourceLine key={source.id} source={source} />
          ))}
        </ul>
      )}
      {isOpen && total > list.length ? (
        <p className="store-note">{t('source.notListed', { count: total - list.length })}</p>
      ) : null}
      <div className="loader-sources-actions">
        {failed > 0 && status !== 'SYNCING' ? <RetrySourcesButton name={name} onRetry={onRetry} /> : null}
        {more > 0 ? (
          <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
            {t('source.more', { count: more })}
          </Button>
        ) : null}
      </div>
    </>
  )
}

function SourceLine({ source }: { source: NonNullable<DocumentLoader['sources']>['list'][number] }) {
  const { t } = useTranslation('document-stores')
  const { name, error, totalChunks } = source
  return (
    <li className="loader-source">
      {name}{' '}
      {error === undefined && totalChunks !== undefined ? (
        <span className="store-note">{t('file.chunks', { count: totalChunks })}</span>
      ) : null}
      {error === undefined ? null : <p className="store-fault">{error}</p>}
    </li>
  )
}
