import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, CredentialListAddress } from '../../app/list-address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { UsedListPage } from '../../ui/list/used-list-page.tsx'
import { notify } from '../../ui/notifications/notify.ts'
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
      <UsedListPage
        title={t('title')}
        text={t('text')}
        icon={IconLock}
        texts={{
          new: t('new'),
          emptyTitle: t('empty.title'),
          emptyText: t('empty.text'),
          first: t('empty.first'),
        }}
        permission="credentials:create"
        onNew={() => setIsMaking(true)}
        list={useQuery(credentialListQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['type']}
        ownFilters={<TypeFilter address={address} onAddress={onAddress} />}
      >
        {(credentials) => <CredentialTable credentials={credentials} />}
      </UsedListPage>
      {isMaking ? <NewCredential onClose={() => setIsMaking(false)} /> : null}
    </>
  )
}

/** First the type, then its fields. */
function NewCredential({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('credentials')
  const [type, setType] = useState<string>()
  if (type === undefined) return <CredentialTypeDialog onClose={onClose} onChoose={setType} />
  const tellOfIt = (id: string) => {
    notify.success(t('made'), id)
    onClose()
  }
  return <CredentialDialog credentialId={undefined} types={[type]} onClose={onClose} onSaved={tellOfIt} />
}

function TypeFilter({ address, onAddress }: CredentialListProps) {
  const { t } = useTranslation('credentials')
  const { data: types = [] } = useQuery(credentialTypesQuery)
  return (
    <FilterSelect
      label={t('column.type')}
      anyLabel={t('anyType')}
      choices={findTypes(types, '').map(({ name, label }) => ({ value: name, label }))}
      value={address.type}
      onChange={(type) => onAddress({ type, page: undefined })}
    />
  )
}
