import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, OrderedListAddress } from '../../../app/list-address.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { NewRowButton } from '../../../ui/list/new-row-button.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { roleListQuery } from '../people-queries.ts'
import type { RoleWork } from './role-dialog.tsx'
import { RoleTable } from './role-table.tsx'

const RoleDialog = lazyPart(async () => (await import('./role-dialog.tsx')).RoleDialog, {
  onFailed: ({ onClose }) => onClose(),
})

interface RoleListProps {
  address: OrderedListAddress
  onAddress: ChangeAddress<OrderedListAddress>
}

/** The roles of the organisation: what they hold, who has them; make, copy, change, delete. */
export function RoleList({ address, onAddress }: RoleListProps) {
  const { t } = useTranslation(['people', 'ui'])
  const [work, setWork] = useState<RoleWork>()
  const make = () => setWork({ kind: 'new', name: '', description: '', permissions: [] })
  return (
    <>
      <ListPage
        title={t('roles.title')}
        text={t('roles.text')}
        actions={<NewRowButton permission="roles:manage" label={t('roles.new')} onClick={make} />}
        list={useQuery(roleListQuery(address))}
        address={address}
        onAddress={onAddress}
        tools={
          <>
            <SearchField
              label={t('ui:search.byName')}
              value={address.q}
              onSearch={(q) => onAddress({ q, page: undefined })}
            />
            <OrderSelect address={address} onAddress={onAddress} />
          </>
        }
        empty={
          <PageMessage icon={IconShieldCheck} title={t('roles.emptyTitle')} text={t('roles.emptyText')} />
        }
      >
        {(roles) => <RoleTable roles={roles} onOpen={setWork} />}
      </ListPage>
      {work ? <RoleDialog work={work} onClose={() => setWork(undefined)} /> : null}
    </>
  )
}
