import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isApiError } from '@runnel/client'
import type { Invitation } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { sortWorkspaces } from '../../../session/sort-workspaces.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import '../people.css'
import { refreshPeople } from '../people-queries.ts'
import { useGivableRoles } from '../use-givable-roles.ts'

/** Invites somebody by e-mail into a workspace, with a role; without mail the link is shown, once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Invitation>()
  if (made?.inviteLink === undefined) return <InviteForm onClose={onClose} onLink={setMade} />
  return <InviteLink email={made.user.email} link={made.inviteLink} onClose={onClose} />
}

type Values = { email: string; workspaceId: string; roleId: string }

function InviteForm({ onClose, onLink }: { onClose: () => void; onLink: (made: Invitation) => void }) {
  const { t } = useTranslation('people')
  const user = useSessionStore((state) => state.user)
  const roles = useGivableRoles()
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
      notify.success(t('invite.sent', { email: made.user.email }))
      onClose()
    },
    onError: (error) => {
      const issue = isApiError(error) ? error.issues.find(({ path }) => path === 'user.email') : undefined
      if (issue) form.setFieldError('email', issue.message)
    },
  })
  return (
    <Dialog title={t('invite.title')} onClose={onClose} closesOutside={false}>
      <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
        <Unsaved isChanged={form.isDirty()} />
        <Stack gap="md">
          {invite.error && !form.errors.email ? (
            <Alert color="red" role="alert" className="preserve-lines">
              {apiErrorMessage(invite.error)}
            </Alert>
          ) : null}
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
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" loading={invite.isPending} disabled={usual === ''}>
              {t('invite.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** No mail was sent: the link is shown once, to be handed on. */
function InviteLink({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  const { t } = useTranslation('people')
  return (
    <Dialog title={t('invite.linkTitle', { email })} onClose={onClose} closesOutside={false} size="lg">
      <Text mb="md">{t('invite.linkText')}</Text>
      <div className="invite-link">
        <code>{link}</code>
        <CopyButton text={link} takesFocus />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('invite.done')}</Button>
      </Group>
    </Dialog>
  )
}
