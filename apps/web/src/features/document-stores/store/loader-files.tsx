import { Button } from '@mantine/core'
import type { DocumentLoader, LoaderFile, NodeDefinition } from '@runnel/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { ShownIf } from '../../../session/shown-if.tsx'
import { formatSize } from '../../../ui/format-size.ts'
import { OwnLink } from '../../../ui/own-link.tsx'
import { StoreStatusText } from '../store-status.tsx'
import { describeSource } from './describe-source.ts'
import { LoaderSources } from './loader-sources.tsx'
import { RetrySourcesButton } from './retry-sources-button.tsx'

const SHOWN = 5
/** Files that are shown at once when somebody wants to see more. */
const MORE = 100

interface LoaderFilesProps {
  storeId: string
  loader: DocumentLoader
  /** The kind of the loader; undefined where this installation does not have it. */
  definition: NodeDefinition | undefined
  onRetry: () => void
}

/** The files of a loader, those that could not be read first; else what it reads, in words. */
export function LoaderFiles({ storeId, loader, definition, onRetry }: LoaderFilesProps) {
  const { t } = useTranslation('document-stores')
  const [most, setMost] = useState(SHOWN)
  const { files = [], status, loaderName: name } = loader
  if (files.length === 0)
    return (
      <>
        <span className="store-description">{describeSource(loader, definition)}</span>
        <LoaderSources loader={loader} onRetry={onRetry} />
      </>
    )
  const isRunning = status === 'SYNCING'
  const failed = files.filter(({ error }) => error !== undefined).length
  const failedFirst = files.toSorted((one, other) => Number(!one.error) - Number(!other.error))
  const shown = failedFirst.slice(0, most)
  const more = Math.min(MORE, files.length - shown.length)
  return (
    <>
      {files.length > SHOWN ? (
        <p className="store-note">
          {t('file.counts', { count: files.length })}
          {failed > 0 ? ` · ${t('file.failed', { count: failed })}` : null}
        </p>
      ) : null}
      <ul className="loader-files" aria-label={t('file.list', { name })}>
        {shown.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            address={api.addressOf('getLoaderFile', {
              params: { id: storeId, loaderId: loader.id },
              query: { fileId: file.id },
            })}
            isRunning={isRunning}
            onRetry={failed > 1 ? undefined : onRetry}
          />
        ))}
      </ul>
      <div className="loader-sources-actions">
        {failed > 1 && !isRunning ? <RetrySourcesButton name={name} onRetry={onRetry} /> : null}
        {more > 0 ? (
          <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + MORE)}>
            {t('file.more', { count: more })}
          </Button>
        ) : null}
      </div>
    </>
  )
}

interface FileLineProps {
  file: LoaderFile
  /** Where the original is had. */
  address: string
  isRunning: boolean
  /** Undefined where several are tried again together. */
  onRetry: (() => void) | undefined
}

function FileLine({ file, address, isRunning, onRetry }: FileLineProps) {
  const { t, i18n } = useTranslation('document-stores')
  const { name, size, status, error, totalChunks } = file
  return (
    <li>
      <OwnLink address={address} download={name} className="row-link loader-file">
        <IconDownload size={14} stroke={1.8} aria-label={t('file.download')} />
        {name}
      </OwnLink>{' '}
      <span className="store-note">
        {formatSize(size, i18n.language)}
        {totalChunks !== undefined && error === undefined
          ? ` · ${t('file.chunks', { count: totalChunks })}`
          : null}
      </span>
      {isRunning ? (
        <>
          {' '}
          <StoreStatusText status={status} of="file" />
        </>
      ) : null}
      {error === undefined ? null : (
        <p className="store-fault">
          {error}{' '}
          {isRunning || !onRetry ? null : (
            <ShownIf permission="documentStores:preview-process">
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('loader.retryOf', { name })}
                onClick={onRetry}
              >
                {t('loader.retry')}
              </Button>
            </ShownIf>
          )}
        </p>
      )}
    </li>
  )
}
