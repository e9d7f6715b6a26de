import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Invitation, InvitationPlaces } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { sortWorkspaces } from '../../../session/sort-workspaces.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import '../people.css'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { invitationPlacesQuery, refreshPeople } from '../people-queries.ts'
import { InvitationLink } from './invitation-link.tsx'

interface InviteDialogProps {
  /** Into which workspace unless another is chosen; without it the active one. */
  workspaceId?: string
  onClose: () => void
}

/** Invites somebody by e-mail into a workspace, with a role; without mail the link is shown, once, where it may be. */
export function InviteDialog({ workspaceId, onClose }: InviteDialogProps) {
  const { t } = useTranslation('people')
  const [made, setMade] = useState<Invitation>()
  const link = made?.inviteLink
  return (
    <Dialog
      title={made && link ? t('invite.linkTitle', { email: made.user.email }) : t('invite.title')}
      onClose={onClose}
      closesOutside={false}
      size={link ? 'lg' : 'md'}
    >
      {link ? (
        <InvitationLink link={link} onDone={onClose} />
      ) : (
        <InviteForm workspaceId={workspaceId} onClose={onClose} onLink={setMade} />
      )}
    </Dialog>
  )
}

const FIELDS: Readonly<Record<string, string>> = {
  'user.email': 'email',
  'role.id': 'roleId',
  'workspace.id': 'workspaceId',
}
const fieldOf = (path: string) => FIELDS[path]

type Values = { email: string; workspaceId: string; roleId: string }

interface InviteFormProps {
  workspaceId: string | undefined
  onClose: () => void
  onLink: (made: Invitation) => void
}

/** The role that was chosen, or a viewer's where none was, or none that may be given in this workspace. */
function roleAmong(roles: InvitationPlaces['roles'], chosen: string): string {
  const usual = roles.find(({ builtIn }) => builtIn === 'viewer') ?? roles[0]
  return (roles.find(({ id }) => id === chosen) ?? usual)?.id ?? ''
}

/** What can be chosen. */
function useInvitationPlaces(workspaceId: string) {
  const { data, error, isPlaceholderData } = useQuery(invitationPlacesQuery(workspaceId))
  // The roles of the workspace that was chosen before are not those of this one.
  const roles = isPlaceholderData ? [] : (data?.roles ?? [])
  return { workspaces: sortWorkspaces(data?.workspaces ?? []), roles, error }
}

/** Who sends the form before the roles are there has the usual one given. */
async function invite({ email, workspaceId, roleId }: Values): Promise<Invitation> {
  const { roles } = await queryClient.ensureQueryData(invitationPlacesQuery(workspaceId))
  return api.inviteUser({
    body: {
      user: { email: email.trim() },
      workspace: { id: workspaceId },
      role: { id: roleAmong(roles, roleId) },
    },
  })
}

function InviteForm({ workspaceId, onClose, onLink }: InviteFormProps) {
  const { t } = useTranslation('people')
  const active = useSessionStore((state) => state.user?.activeWorkspaceId) ?? ''
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  const form = useForm<Values>({
    initialValues: { email: '', workspaceId: workspaceId ?? active, roleId: '' },
    validate: { email: (email) => (/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : t('invite.emailOdd')) },
  })
  const places = useInvitationPlaces(form.values.workspaceId)
  const sending = useMutation({
    mutationFn: invite,
    onSuccess: async (made) => {
      await refreshPeople()
      if (made.inviteLink !== undefined) return onLink(made)
      const { email, status } = made.user
      if (made.isMailed || status !== 'invited') notify.success(t('invite.sent', { email }))
      else notify.error(t(sendsMail ? 'invite.unsent' : 'invite.unsentHere', { email }))
      onClose()
    },
    onError: (error) => showIssues(form, error, { fieldOf }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => sending.mutate(values))}>
      <Unsaved isChanged={form.isDirty()} />
      <Stack gap="md">
        <FailureNote error={places.error ?? unplaced(sending.error, { fieldOf })} />
        <TextInput
          type="email"
          label={t('invite.email')}
          required
          maxLength={255}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={t('column.workspace')}
          data={places.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('workspaceId')}
        />
        <NativeSelect
          label={t('column.role')}
          data={places.roles.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('roleId')}
          value={roleAmong(places.roles, form.values.roleId)}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={sending.isPending}>
            {t('invite.send')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
