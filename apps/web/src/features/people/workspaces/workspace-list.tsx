import { IconBuildingCommunity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, OrderedListAddress } from '../../../app/list-address.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { NewRowButton } from '../../../ui/list/new-row-button.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { workspaceListQuery } from '../people-queries.ts'
import { ErasingWorkspaces } from './erasing-workspaces.tsx'
import { OrganizationName } from './organization-name.tsx'
import { WorkspaceDialog } from './workspace-dialog.tsx'
import { WorkspaceTable } from './workspace-table.tsx'

interface WorkspaceListProps {
  address: OrderedListAddress
  onAddress: ChangeAddress<OrderedListAddress>
}

/** The workspaces of the organisation: make, rename, enter, delete, and who is in them. */
export function WorkspaceList({ address, onAddress }: WorkspaceListProps) {
  const { t } = useTranslation(['people', 'ui'])
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <ListPage
        title={t('workspaces.title')}
        text={t('workspaces.text')}
        actions={
          <>
            <OrganizationName />
            <NewRowButton
              permission="workspace:create"
              label={t('workspaces.new')}
              onClick={() => setIsMaking(true)}
            />
          </>
        }
        list={useQuery(workspaceListQuery(address))}
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
          <PageMessage
            icon={IconBuildingCommunity}
            title={t('workspaces.emptyTitle')}
            text={t('workspaces.emptyText')}
          />
        }
      >
        {(workspaces) => (
          <>
            <ErasingWorkspaces />
            <WorkspaceTable workspaces={workspaces} />
          </>
        )}
      </ListPage>
      {isMaking ? <WorkspaceDialog onClose={() => setIsMaking(false)} /> : null}
    </>
  )
}
