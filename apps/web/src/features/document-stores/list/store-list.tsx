import type { DocumentStore } from '@runnel/contract'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, UsedListAddress } from '../../../app/list-address.ts'
import { UsedListPage } from '../../../ui/list/used-list-page.tsx'
import { storeListQuery } from '../store-queries.ts'
import { StoreDialog } from './store-dialog.tsx'
import { StoreTable } from './store-table.tsx'

interface StoreListProps {
  address: UsedListAddress
  onAddress: ChangeAddress<UsedListAddress>
}

/** The document stores of the workspace: make, rename, delete, how each stands and which flows use it. */
export function StoreList({ address, onAddress }: StoreListProps) {
  const { t } = useTranslation('document-stores')
  const navigate = useNavigate()
  const [work, setWork] = useState<{ store?: DocumentStore }>()
  return (
    <>
      <UsedListPage
        title={t('title')}
        text={t('text')}
        icon={IconFiles}
        texts={{
          new: t('new'),
          emptyTitle: t('empty.title'),
          emptyText: t('empty.text'),
          first: t('empty.first'),
        }}
        permission="documentStores:create"
        onNew={() => setWork({})}
        list={useQuery(storeListQuery(address))}
        address={address}
        onAddress={onAddress}
      >
        {(stores) => <StoreTable stores={stores} onChange={(store) => setWork({ store })} />}
      </UsedListPage>
      {work ? (
        <StoreDialog
          {...work}
          onClose={() => setWork(undefined)}
          onMade={(storeId) => void navigate({ to: '/document-stores/$storeId', params: { storeId } })}
        />
      ) : null}
    </>
  )
}
