import type { ApiKey } from '@runnel/contract'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, ListAddress } from '../../app/list-address.ts'
import { EmptyMessage } from '../../ui/list/empty-message.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { NewRowButton } from '../../ui/list/new-row-button.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { apiKeyListQuery } from './api-key-queries.ts'
import { ApiKeyTable } from './api-key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

interface ApiKeyListProps {
  address: ListAddress
  onAddress: ChangeAddress<ListAddress>
}

/** The keys of the workspace: make, show once, change, revoke. */
export function ApiKeyList({ address, onAddress }: ApiKeyListProps) {
  const { t } = useTranslation(['api-keys', 'ui'])
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<ApiKey>()
  // One dialog follows the other: the focus goes back to what opened the first.
  useFocusReturn(isMaking || made !== undefined)
  return (
    <>
      <ListPage
        title={t('title')}
        text={t('text')}
        list={useQuery(apiKeyListQuery({ page: address.page, size: address.size, search: address.q }))}
        address={address}
        onAddress={onAddress}
        actions={
          <NewRowButton permission="apikeys:create" label={t('new')} onClick={() => setIsMaking(true)} />
        }
        tools={
          <SearchField
            label={t('ui:search.byName')}
            value={address.q}
            onSearch={(q) => onAddress({ q, page: undefined })}
          />
        }
        empty={
          <EmptyMessage
            permission="apikeys:create"
            icon={IconKey}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        }
      >
        {(apiKeys) => <ApiKeyTable apiKeys={apiKeys} onMade={setMade} />}
      </ListPage>
      {isMaking ? <ApiKeyDialog onClose={() => setIsMaking(false)} onMade={setMade} /> : null}
      {made ? <NewKeyDialog apiKey={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
