import { Skeleton } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { IconMapQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { BackToStore, StoreScreen } from '../store-screen.tsx'
import { useComponents } from '../use-components.ts'
import { draftOf, type LoaderDraft, newDraft } from './loader-draft.ts'
import { LoaderEditor } from './loader-editor.tsx'

interface LoaderScreenProps {
  storeId: string
  /** The id of a loader of the store, or the type of one that is to be added. */
  name: string
}

/** The page of a loader: one of a store, or one that is to be added. */
export function LoaderScreen({ storeId, name }: LoaderScreenProps) {
  return (
    <StoreScreen storeId={storeId}>
      {(store) => <OpenLoader key={name} store={store} name={name} />}
    </StoreScreen>
  )
}

function OpenLoader({ store, name }: { store: DocumentStore; name: string }) {
  const { t } = useTranslation('document-stores')
  const components = useComponents()
  if (components.error)
    return <LoadFailure order={1} error={components.error} onRetry={() => void components.refetch()} />
  if (components.isPending)
    return <Skeleton role="status" height={220} radius="lg" aria-label={t('editor.settings')} />
  return <KnownLoader store={store} name={name} components={components} />
}

function KnownLoader(props: {
  store: DocumentStore
  name: string
  components: ReturnType<typeof useComponents>
}) {
  const { store, name, components } = props
  const { t } = useTranslation('document-stores')
  // Decided once: a store that is read anew does not take away what is being written.
  const [initial] = useState(() => openDraft(props))
  const saved = store.loaders.find(({ id }) => id === name)
  if (initial === undefined) {
    return (
      <PageMessage
        order={1}
        icon={IconMapQuestion}
        title={t('editor.unknown.title')}
        text={t('editor.unknown.text', { name: saved?.loaderName ?? name })}
      >
        <BackToStore store={store} />
      </PageMessage>
    )
  }
  return <LoaderEditor store={store} loaderId={saved?.id} initial={initial} components={components} />
}

function openDraft({
  store,
  name,
  components: { find, listFor },
}: Parameters<typeof KnownLoader>[0]): LoaderDraft | undefined {
  const saved = store.loaders.find(({ id }) => id === name)
  if (saved) return draftOf(saved, find)
  const definition = find(name)
  const splitter = listFor('textSplitter').find(({ suggested }) => suggested)
  return definition && newDraft(definition, splitter)
}
