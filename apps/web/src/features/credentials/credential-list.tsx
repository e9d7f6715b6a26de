import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, CredentialListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { NewRowButton } from '../../ui/list/new-row-button.tsx'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { PageMessage } from '../../ui/page-message.tsx'
import { UsageFilter } from '../../ui/usage/usage-filter.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { credentialListQuery, credentialTypesQuery } from './credential-queries.ts'
import { CredentialTable } from './credential-table.tsx'
import { CredentialTypeDialog } from './credential-type-dialog.tsx'
import { findTypes } from './find-types.ts'

interface CredentialListProps {
  address: CredentialListAddress
  onAddress: ChangeAddress<CredentialListAddress>
}

/** The credentials of the workspace: make, change, delete, and which flows use them. Secrets are never shown. */
export function CredentialList({ address, onAddress }: CredentialListProps) {
  const { t } = useTranslation('credentials')
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <ListPage
        title={t('title')}
        text={t('text')}
        list={useQuery(credentialListQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['type', 'usage']}
        actions={
          <NewRowButton permission="credentials:create" label={t('new')} onClick={() => setIsMaking(true)} />
        }
        tools={<CredentialListTools address={address} onAddress={onAddress} />}
        empty={
          <PageMessage icon={IconLock} title={t('empty.title')} text={t('empty.text')}>
            <NewRowButton
              permission="credentials:create"
              label={t('empty.first')}
              onClick={() => setIsMaking(true)}
            />
          </PageMessage>
        }
      >
        {(credentials) => <CredentialTable credentials={credentials} />}
      </ListPage>
      {isMaking ? <NewCredential onClose={() => setIsMaking(false)} /> : null}
    </>
  )
}

/** First the type, then its fields. */
function NewCredential({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('credentials')
  const [type, setType] = useState<string>()
  // One dialog follows the other: the focus goes back to what opened the first.
  useFocusReturn(true)
  if (type === undefined) return <CredentialTypeDialog onClose={onClose} onChoose={setType} />
  const tellOfIt = () => {
    notify.success(t('made'))
    onClose()
  }
  return <CredentialDialog credentialId={undefined} types={[type]} onClose={onClose} onSaved={tellOfIt} />
}

function CredentialListTools({ address, onAddress }: CredentialListProps) {
  const { t } = useTranslation(['credentials', 'ui'])
  const { data: types = [] } = useQuery(credentialTypesQuery)
  return (
    <>
      <SearchField
        label={t('ui:search.byName')}
        value={address.q}
        onSearch={(q) => onAddress({ q, page: undefined })}
      />
      <FilterSelect
        label={t('column.type')}
        anyLabel={t('anyType')}
        choices={findTypes(types, '').map(({ name, label }) => ({ value: name, label }))}
        value={address.type}
        onChange={(type) => onAddress({ type, page: undefined })}
      />
      <UsageFilter address={address} onAddress={onAddress} />
      <OrderSelect address={address} onAddress={onAddress} />
    </>
  )
}
