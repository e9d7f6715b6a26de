import { Skeleton } from '@mantine/core'
import { passesWorkspace } from '@runnel/access'
import type { DocumentStore } from '@runnel/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session/use-viewer.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import './document-stores.css'
import { storeQuery } from './store-queries.ts'

interface StoreScreenProps {
  storeId: string
  children: (store: DocumentStore) => ReactNode
}

/** A page about one store: while it is on its way, when it cannot be had, and the page itself. */
export function StoreScreen({ storeId, children }: StoreScreenProps) {
  const { t } = useTranslation('document-stores')
  const viewer = useViewer()
  const { data: store, error, refetch } = useQuery(storeQuery(storeId))
  // A later failure, as after a cut of the network, does not take away what is on the screen.
  if (store === undefined && error) {
    return (
      <LoadFailure order={1} error={error} onRetry={() => void refetch()}>
        <LinkButton to="/document-stores" variant="default" leftSection={<IconArrowLeft size={16} />}>
          {t('back')}
        </LinkButton>
      </LoadFailure>
    )
  }
  if (store === undefined) return <Skeleton role="status" height={220} radius="lg" aria-label={t('title')} />
  if (!passesWorkspace(viewer, store.workspaceId)) return <Navigate to="/unauthorized" search={{}} />
  return children(store)
}

/** Leads back to the page of a store. */
export function BackToStore({ store: { id, name } }: { store: Pick<DocumentStore, 'id' | 'name'> }) {
  const { t } = useTranslation('document-stores')
  return (
    <LinkButton
      to="/document-stores/$storeId"
      params={{ storeId: id }}
      variant="default"
      leftSection={<IconArrowLeft size={16} stroke={1.8} />}
      aria-label={t('backTo', { name })}
    >
      {t('backToStore')}
    </LinkButton>
  )
}
