import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Passkey } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { refreshAccount } from './account-queries.ts'

/** Removes a passkey, after the password was asked for. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['account-settings', 'account'])
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? t('account:password.isMissing') : null) },
  })
  const remove = useMutation({
    mutationFn: (body: typeof form.values) => api.removePasskey({ params: { id: passkey.id }, body }),
    onSuccess: async () => {
      notify.success(t('passkeys.removed'))
      onClose()
      await refreshAccount()
    },
    onError: (error) => showIssues(form, error, { words: { password: t('password.wrong') } }),
  })
  return (
    <Dialog title={t('passkeys.removeTitle')} onClose={onClose} closesOutside={false}>
      <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
        <Stack gap="md">
          <Text>{t('passkeys.removeText', { name: passkey.name })}</Text>
          <FailureNote error={unplaced(remove.error)} />
          <CurrentPasswordField
            label={t('password.own')}
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" color="red" loading={remove.isPending}>
            {t('passkeys.remove')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
