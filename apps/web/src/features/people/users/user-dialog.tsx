import { Button, Checkbox, Stack } from '@mantine/core'
import type { OrganizationUser, Role } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { DeletedMeanwhile, ownFailure } from '../../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../../ui/saved-meanwhile/deleted-note.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { readMember, refreshPeople, roleChoicesQuery } from '../people-queries.ts'

interface UserDialogProps {
  member: OrganizationUser
  onClose: () => void
}

/** What somebody is in the organisation: an administrator or not, let in or barred. */
export function UserDialog({ member, onClose }: UserDialogProps) {
  const { t } = useTranslation('people')
  const isAdministrator = useSessionStore((state) => state.user?.isOrganizationAdmin === true)
  const { data: roles } = useQuery(roleChoicesQuery)
  const [isOwner, setIsOwner] = useState(member.isOrgOwner)
  const [isBarred, setIsBarred] = useState(member.status === 'disable')
  const save = useMutation({
    mutationFn: () =>
      api.updateOrganizationUser({
        body: {
          userId: member.userId,
          ...(isOwner === member.isOrgOwner ? {} : { roleId: roleNamed(roles, isOwner) }),
          ...(isBarred === (member.status === 'disable') ? {} : { status: isBarred ? 'disable' : 'active' }),
        },
      }),
    onSuccess: async () => {
      notify.success(t('users.changed', { name: member.user.name }), member.userId)
      onClose()
      await refreshPeople()
    },
  })
  const thing: DeletedThing = {
    kind: 'member',
    id: member.userId,
    onLeave: () => {
      onClose()
      void refreshPeople()
    },
  }
  return (
    <Dialog title={t('users.change', { name: member.user.name })} onClose={onClose}>
      <Stack gap="md">
        <Unsaved isChanged={isOwner !== member.isOrgOwner || isBarred !== (member.status === 'disable')} />
        <FailureNote error={ownFailure(save.error, thing)} />
        <DeletedMeanwhile error={save.error} read={() => readMember(member.userId)} thing={thing} />
        {isAdministrator ? (
          <Checkbox
            label={t('users.makeAdministrator')}
            description={t('users.administratorHelp')}
            checked={isOwner}
            data-autofocus
            onChange={({ currentTarget }) => setIsOwner(currentTarget.checked)}
          />
        ) : null}
        <Checkbox
          label={t('users.bar')}
          description={t('users.barHelp')}
          checked={isBarred}
          data-autofocus={isAdministrator ? undefined : true}
          onChange={({ currentTarget }) => setIsBarred(currentTarget.checked)}
        />
        <DialogFoot>
          <CancelButton />
          <Button loading={save.isPending} disabled={roles === undefined} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** The id of the built-in role of administrators, or of all others. */
function roleNamed(roles: readonly Role[] | undefined, isOwner: boolean): string | undefined {
  return roles?.find(({ builtIn }) => builtIn === (isOwner ? 'owner' : 'member'))?.id
}
