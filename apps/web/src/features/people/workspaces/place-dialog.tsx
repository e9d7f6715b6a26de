import { Button, Stack } from '@mantine/core'
import type { WorkspaceUser } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { RoleSelect } from '../../../ui/permissions/role-select.tsx'
import { DeletedMeanwhile, ownFailure } from '../../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../../ui/saved-meanwhile/deleted-note.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { placeId, readPlace, refreshPeople, refreshSelf } from '../people-queries.ts'
import { useGivableRoles } from '../use-givable-roles.ts'

interface PlaceDialogProps {
  /** What the person holds there: no role of more is given. */
  held: readonly string[]
  /** Whose role is changed. */
  place: WorkspaceUser
  onClose: () => void
}

/** Gives somebody another role in a workspace. */
export function PlaceDialog({ held, place, onClose }: PlaceDialogProps) {
  const { t } = useTranslation('people')
  const { workspaceId, userId } = place
  const [roleId, setRoleId] = useState(place.roleId)
  const roles = useGivableRoles(held)
  const name = place.user.name || place.user.email
  const body = { workspaceId, userId, roleId }
  const tell = async (text: string) => {
    notify.success(text, placeId(place))
    onClose()
    await Promise.all([refreshPeople(), refreshSelf()])
  }
  const save = useMutation({
    mutationFn: () => api.updateWorkspaceUser({ body }),
    onSuccess: () => tell(t('places.changed', { name })),
  })
  const add = useMutation({
    mutationFn: () => api.createWorkspaceUser({ body }),
    onSuccess: () => tell(t('places.added', { name })),
  })
  const thing: DeletedThing = {
    kind: 'place',
    id: userId,
    // Somebody may have been taken out of several workspaces.
    isMeant: ({ before }) => (before as { workspace?: unknown } | null)?.workspace === place.workspace.name,
    onMakeAnew: () => add.mutate(),
    isMaking: add.isPending,
    onLeave: () => {
      onClose()
      void refreshPeople()
    },
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={t('places.changeIn', { name: place.user.name, workspace: place.workspace.name })}
      onClose={onClose}
      closesOutside={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Unsaved isChanged={roleId !== place.roleId} />
          <FailureNote error={ownFailure(save.error, thing)} />
          <DeletedMeanwhile error={save.error} read={() => readPlace(place)} thing={thing} />
          <FailureNote error={add.error} />
          <RoleSelect
            label={t('column.role')}
            roles={roles ?? []}
            data-autofocus
            value={roleId}
            onChange={({ currentTarget }) => setRoleId(currentTarget.value)}
          />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t('save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
