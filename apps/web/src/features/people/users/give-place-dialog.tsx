import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import type { OrganizationUser } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { sortWorkspaces } from '../../../session/sort-workspaces.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { RoleSelect } from '../../../ui/permissions/role-select.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import {
  invitationPlacesQuery,
  placeId,
  placesOfQuery,
  refreshPeople,
  refreshSelf,
} from '../people-queries.ts'

interface GivePlaceProps {
  member: OrganizationUser
  onClose: () => void
}

/** Adds somebody of the organisation to one more workspace, with a role. */
export function GivePlaceDialog({ member, onClose }: GivePlaceProps) {
  const { t } = useTranslation(['people', 'ui'])
  const name = member.user.name || member.user.email
  const { workspaces, error, refetch } = useFreeWorkspaces(member.userId)
  return (
    <Dialog title={t('places.giveTo', { name })} onClose={onClose} closesOutside={false}>
      {error ? <LoadFailure error={error} onRetry={refetch} /> : null}
      {workspaces === undefined && !error ? <PageLoading /> : null}
      {workspaces?.length === 0 ? (
        <Stack gap="md">
          <Text>{t('places.everywhere', { name })}</Text>
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {t('ui:close')}
            </Button>
          </DialogFoot>
        </Stack>
      ) : null}
      {workspaces && workspaces.length > 0 ? (
        <GivePlaceForm member={member} workspaces={workspaces} onClose={onClose} />
      ) : null}
    </Dialog>
  )
}

function GivePlaceForm({ member, workspaces, onClose }: GivePlaceProps & { workspaces: Named[] }) {
  const { t } = useTranslation('people')
  const [workspaceId = workspaces[0]?.id ?? '', setWorkspaceId] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const { roles, roleId, error } = useRolesIn(workspaceId, chosen)
  const save = useMutation({
    mutationFn: (role: string) =>
      api.createWorkspaceUser({ body: { workspaceId, userId: member.userId, roleId: role } }),
    onSuccess: async (place) => {
      const { user } = place
      notify.success(t('places.added', { name: user.name || user.email }), placeId(place))
      onClose()
      await Promise.all([refreshPeople(), refreshSelf()])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (roleId !== undefined) save.mutate(roleId)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Unsaved isChanged={workspaceId !== workspaces[0]?.id || chosen !== undefined} />
        <FailureNote error={error ?? save.error} />
        <NativeSelect
          label={t('column.workspace')}
          data-autofocus
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onChange={({ currentTarget }) => setWorkspaceId(currentTarget.value)}
        />
        <RoleSelect
          label={t('column.role')}
          roles={roles}
          value={roleId ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={save.isPending} disabled={roleId === undefined}>
            {t('places.giveNow')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

type Named = { id: string; name: string }

/** The workspaces to which the person can still be added; undefined until they are known. */
function useFreeWorkspaces(userId: string) {
  const active = useSessionStore((state) => state.user?.activeWorkspaceId)
  const held = useQuery(placesOfQuery({ userId }))
  const all = useQuery(invitationPlacesQuery(active))
  const taken = held.data?.data.map(({ workspaceId }) => workspaceId)
  const workspaces =
    taken && all.data
      ? sortWorkspaces(all.data.workspaces.filter(({ id }) => !taken.includes(id)))
      : undefined
  const refetch = () => void Promise.all([held.refetch(), all.refetch()])
  return { workspaces, error: held.error ?? all.error, refetch }
}

/** The roles that may be given in a workspace, and the one that is: a viewer's unless another was chosen. */
function useRolesIn(workspaceId: string, chosen: string | undefined) {
  const { data, error, isPlaceholderData } = useQuery(invitationPlacesQuery(workspaceId))
  // The roles of the workspace that was chosen before are not those of this one.
  const roles = isPlaceholderData ? [] : (data?.roles ?? [])
  const usual = roles.find(({ builtIn }) => builtIn === 'viewer') ?? roles[0]
  const roleId = (roles.find(({ id }) => id === chosen) ?? usual)?.id
  return { roles, roleId, error }
}
