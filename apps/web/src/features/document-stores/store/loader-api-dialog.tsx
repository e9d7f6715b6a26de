import { Skeleton, Stack, Switch } from '@mantine/core'
import type { DocumentLoader, DocumentStore } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { SampleTabs } from '../../api-samples/sample-tabs.tsx'
import { writeUpsert } from '../../api-samples/write-upsert.ts'
import '../document-stores.css'
import { useComponents } from '../use-components.ts'
import { sampleFields } from './upsert-samples.ts'

interface LoaderApiDialogProps {
  store: DocumentStore
  loader: DocumentLoader
  onClose: () => void
}

/** How a program takes documents into a store by a loader of it, and which params it may set. */
export function LoaderApiDialog({ store, loader, onClose }: LoaderApiDialogProps) {
  const { t } = useTranslation('document-stores')
  const { find } = useComponents()
  const definition = find(loader.loaderId)
  const takesFiles = definition?.inputs.some(({ type }) => type === 'file') ?? false
  const [wantsFiles, setWantsFiles] = useState(true)
  const { data, error, refetch } = useQuery({
    queryKey: ['store-configs', store.id, loader.id],
    queryFn: ({ signal }) =>
      api.listStoreConfigs({ params: { id: store.id, loaderId: loader.id } }, { signal }),
  })
  const address = new URL(api.addressOf('upsertDocuments', { params: { id: store.id } }), location.origin)
    .href
  return (
    <Dialog title={t('api.title', { name: loader.loaderName })} size="lg" onClose={onClose}>
      <Stack gap="md">
        <p className="store-note">{t('api.text')}</p>
        {takesFiles ? (
          <Switch
            label={t('api.files')}
            description={t('api.filesHelp')}
            checked={wantsFiles}
            onChange={(event) => setWantsFiles(event.currentTarget.checked)}
          />
        ) : null}
        {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton height={160} /> : null}
        {data ? (
          <>
            <SampleTabs
              label={t('api.language')}
              write={(language) =>
                writeUpsert(language, {
                  address,
                  fields: sampleFields(loader.id, data, definition),
                  hasFiles: takesFiles && wantsFiles,
                })
              }
            />
            <details>
              <summary>{t('api.params', { count: data.length })}</summary>
              <ul className="api-params">
                {data.map(({ nodeId, node, name, type }) => (
                  <li key={`${nodeId} ${name}`}>
                    {node}: <code>{name}</code> <span className="store-note">{type}</span>
                  </li>
                ))}
              </ul>
            </details>
          </>
        ) : null}
      </Stack>
    </Dialog>
  )
}
