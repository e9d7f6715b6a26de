import { Skeleton } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { StoreScreen } from '../store-screen.tsx'
import { useComponents } from '../use-components.ts'
import { VectorEditor } from './vector-editor.tsx'

interface VectorScreenProps {
  storeId: string
  /** The loader whose chunks are taken in; without it those of the whole store. */
  docId: string | undefined
}

/** How the vectors of a store are made, where they are kept, and what came of it so far. */
export function VectorScreen({ storeId, docId }: VectorScreenProps) {
  return <StoreScreen storeId={storeId}>{(store) => <KnownStore store={store} docId={docId} />}</StoreScreen>
}

function KnownStore({ store, docId }: { store: DocumentStore; docId: string | undefined }) {
  const { t } = useTranslation('document-stores')
  const components = useComponents()
  if (components.error)
    return <LoadFailure order={1} error={components.error} onRetry={() => void components.refetch()} />
  if (components.isPending)
    return <Skeleton role="status" height={220} radius="lg" aria-label={t('vectors.title')} />
  return <VectorEditor store={store} docId={docId} components={components} />
}
