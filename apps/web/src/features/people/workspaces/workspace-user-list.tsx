import { Button } from '@mantine/core'
import { IconArrowLeft, IconMailPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeAddress, PeopleAddress } from '../../../app/list-address.ts'
import { queryClient } from '../../../app/query-client.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { EmptyMessage } from '../../../ui/list/empty-message.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { NewRowButton } from '../../../ui/list/new-row-button.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PeopleOrder } from '../people-order.tsx'
import { invitationPlacesQuery, placeListQuery, workspaceQuery } from '../people-queries.ts'
import { InviteDialog } from '../users/invite-dialog.tsx'
import { AddUsersDialog } from './add-users-dialog.tsx'
import { RemoveUsersDialog } from './remove-users-dialog.tsx'
import { type PlaceRow, WorkspaceUserTable } from './workspace-user-table.tsx'

const NOBODY: ReadonlySet<string> = new Set()

interface WorkspaceUserListProps {
  workspaceId: string
  address: PeopleAddress
  onAddress: ChangeAddress<PeopleAddress>
}

/** Whether the person may invite into this workspace, which need not be the active one: the server says. */
function useMayInvite(workspaceId: string): boolean {
  const enabled = useIsShown({ permission: 'workspace:add-user,users:manage', feature: 'feat:users' })
  const { data } = useQuery({ ...invitationPlacesQuery(), enabled })
  return enabled && data?.workspaces.some(({ id }) => id === workspaceId) === true
}

/** The ids of who is chosen. Who is chosen is seen: another page, search or order begins without any. */
function useShownChoice(address: PeopleAddress) {
  const shown = JSON.stringify(address)
  const [choice, setChoice] = useState({ shown, ids: NOBODY })
  const choose = (ids: ReadonlySet<string>) => setChoice({ shown, ids })
  return [choice.shown === shown ? choice.ids : NOBODY, choose] as const
}

/** The people of one workspace: add, give another role, take out. */
export function WorkspaceUserList({ workspaceId, address, onAddress }: WorkspaceUserListProps) {
  // What roles may do is said in the dialogs; with its words here, the page does not vanish while they are fetched.
  const { t } = useTranslation(['people', 'permissions'])
  const { data: workspace, error, refetch } = useQuery(workspaceQuery(workspaceId))
  const listQuery = placeListQuery(workspaceId, address)
  const list = useQuery(listQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [isInviting, setIsInviting] = useState(false)
  const [chosen, setChosen] = useShownChoice(address)
  const [[first, ...others], setRemoving] = useState<readonly PlaceRow[]>([])
  const mayInvite = useMayInvite(workspaceId)
  // A later failure, as after a cut of the network, does not take away what is on the screen.
  if (workspace === undefined && error)
    return (
      <LoadFailure order={1} error={error} onRetry={() => void refetch()}>
        <LinkButton to="/workspaces" variant="default" leftSection={<IconArrowLeft size={16} />}>
          {t('places.back')}
        </LinkButton>
      </LoadFailure>
    )
  return (
    <>
      <ListPage
        title={workspace ? t('places.title', { name: workspace.name }) : t('workspaces.title')}
        text={t('places.text')}
        actions={
          <>
            {mayInvite ? (
              <Button
                variant="default"
                leftSection={<IconMailPlus size={16} />}
                onClick={() => setIsInviting(true)}
              >
                {t('invite.open')}
              </Button>
            ) : null}
            {workspace?.may?.add ? (
              <NewRowButton
                permission="workspace:add-user"
                label={t('places.add')}
                onClick={() => setIsAdding(true)}
              />
            ) : null}
          </>
        }
        list={list}
        address={address}
        onAddress={onAddress}
        tools={
          <>
            <SearchField
              label={t('search')}
              value={address.q}
              onSearch={(q) => onAddress({ q, page: undefined })}
            />
            <PeopleOrder address={address} onAddress={onAddress} />
          </>
        }
        empty={
          <EmptyMessage
            permission="workspace:add-user"
            icon={IconUsers}
            title={t('places.emptyTitle')}
            text={t('places.emptyText')}
          />
        }
      >
        {(places) => (
          <WorkspaceUserTable
            places={places}
            held={workspace?.holds ?? []}
            chosen={chosen}
            onChoose={setChosen}
            onRemove={setRemoving}
          />
        )}
      </ListPage>
      {first ? (
        <RemoveUsersDialog
          places={[first, ...others]}
          readPage={async () => (await queryClient.fetchQuery({ ...listQuery, staleTime: 0 })).data}
          onDone={() => setChosen(new Set())}
          onClose={() => setRemoving([])}
        />
      ) : null}
      {isAdding ? (
        <AddUsersDialog
          workspaceId={workspaceId}
          held={workspace?.holds ?? []}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {isInviting ? <InviteDialog workspaceId={workspaceId} onClose={() => setIsInviting(false)} /> : null}
    </>
  )
}
