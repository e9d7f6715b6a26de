import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, PeopleAddress } from '../../../app/list-address.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { NewRowButton } from '../../../ui/list/new-row-button.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { PeopleOrder } from '../people-order.tsx'
import { userListQuery } from '../people-queries.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { UserTable } from './user-table.tsx'

interface UserListProps {
  address: PeopleAddress
  onAddress: ChangeAddress<PeopleAddress>
}

/** The people of the organisation: who they are, where they have which role, and what can be done about it. */
export function UserList({ address, onAddress }: UserListProps) {
  // What roles may do is said in the dialogs; with its words here, the page does not vanish while they are fetched.
  const { t } = useTranslation(['people', 'permissions'])
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <ListPage
        title={t('users.title')}
        text={t('users.text')}
        actions={
          <NewRowButton
            permission="users:manage"
            label={t('invite.open')}
            onClick={() => setIsInviting(true)}
          />
        }
        list={useQuery(userListQuery(address))}
        address={address}
        onAddress={onAddress}
        filters={['status']}
        tools={
          <>
            <SearchField
              label={t('search')}
              value={address.q}
              onSearch={(q) => onAddress({ q, page: undefined })}
            />
            <FilterSelect
              label={t('column.status')}
              anyLabel={t('anyStatus')}
              choices={(['active', 'invited', 'disable'] as const).map((value) => ({
                value,
                label: t(`status.${value}`),
              }))}
              value={address.status}
              onChange={(status) => onAddress({ status, page: undefined })}
            />
            <PeopleOrder address={address} onAddress={onAddress} />
          </>
        }
        empty={<PageMessage icon={IconUsers} title={t('users.emptyTitle')} text={t('users.emptyText')} />}
      >
        {(users) => <UserTable users={users} />}
      </ListPage>
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </>
  )
}
