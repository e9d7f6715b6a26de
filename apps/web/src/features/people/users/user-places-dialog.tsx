import { Button } from '@mantine/core'
import type { OrganizationUser, WorkspaceUser } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RowButton } from '../../../ui/list/row-table.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { workspaceQuery } from '../people-queries.ts'
import { PlacesDialog } from '../places-dialog.tsx'
import { PlaceDialog } from '../workspaces/place-dialog.tsx'
import { useTakeOut } from '../workspaces/use-take-out.ts'
import { GivePlaceDialog } from './give-place-dialog.tsx'

/** The roles of somebody, each in its workspace, and the change of each for whoever may make it: the server says. */
export function UserPlacesDialog({ member, onClose }: { member: OrganizationUser; onClose: () => void }) {
  const { t } = useTranslation('people')
  const [changing, setChanging] = useState<WorkspaceUser>()
  const [isGiving, setIsGiving] = useState(false)
  const takeOut = useTakeOut()
  const name = member.user.name || member.user.email
  if (changing) return <ChangeDialog place={changing} onClose={() => setChanging(undefined)} />
  if (isGiving) return <GivePlaceDialog member={member} onClose={() => setIsGiving(false)} />
  return (
    <PlacesDialog
      title={t('places.ofUser', { name })}
      of={{ userId: member.userId }}
      onClose={onClose}
      actions={(place) => (
        <>
          <RowButton
            does="change"
            may={place.may?.change}
            label={t('places.changeIn', { name, workspace: place.workspace.name })}
            onClick={() => setChanging(place)}
          />
          <RowButton
            does="delete"
            may={place.may?.delete}
            label={t('places.remove.labelIn', { name, workspace: place.workspace.name })}
            onClick={() => void takeOut(place)}
          />
        </>
      )}
    >
      <ShownIf permission="workspace:add-user">
        <Button variant="default" mb="xs" onClick={() => setIsGiving(true)}>
          {t('places.giveNow')}
        </Button>
      </ShownIf>
    </PlacesDialog>
  )
}

/** Which roles may be given, what the person holds in that workspace decides. */
function ChangeDialog({ place, onClose }: { place: WorkspaceUser; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { workspaceId, user, workspace } = place
  const { data, error, refetch } = useQuery(workspaceQuery(workspaceId))
  if (data) return <PlaceDialog held={data.holds ?? []} place={place} onClose={onClose} />
  return (
    <Dialog title={t('places.changeIn', { name: user.name, workspace: workspace.name })} onClose={onClose}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageLoading />}
    </Dialog>
  )
}
