import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Invitation } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
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
import { refreshPeople } from '../people-queries.ts'
import { useGivableRoles } from '../use-givable-roles.ts'
import { InvitationLink } from './invitation-link.tsx'

/** Invites somebody by e-mail into a workspace, with a role; without mail the link is shown, once, where it may be. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
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
        <InviteForm onClose={onClose} onLink={setMade} />
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

function InviteForm({ onClose, onLink }: { onClose: () => void; onLink: (made: Invitation) => void }) {
  const { t } = useTranslation('people')
  const user = useSessionStore((state) => state.user)
  const roles = useGivableRoles()
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  const usual = roles?.find(({ builtIn }) => builtIn === 'viewer')?.id ?? roles?.[0]?.id ?? ''
  const form = useForm<Values>({
    initialValues: { email: '', workspaceId: user?.activeWorkspaceId ?? '', roleId: '' },
    validate: { email: (email) => (/^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : t('invite.emailOdd')) },
  })
  const invite = useMutation({
    mutationFn: ({ email, workspaceId, roleId }: Values) =>
      api.inviteUser({
        body: {
          user: { email: email.trim() },
          workspace: { id: workspaceId },
          role: { id: roleId || usual },
        },
      }),
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
    <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Unsaved isChanged={form.isDirty()} />
      <Stack gap="md">
        <FailureNote error={unplaced(invite.error, { fieldOf })} />
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
          data={sortWorkspaces(user?.assignedWorkspaces ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          {...form.getInputProps('workspaceId')}
        />
        <NativeSelect
          label={t('column.role')}
          data={(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('roleId')}
          value={form.values.roleId || usual}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={invite.isPending} disabled={usual === ''}>
            {t('invite.send')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
