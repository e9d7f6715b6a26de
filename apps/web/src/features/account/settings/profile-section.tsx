import { Alert, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { EmailField } from '../email-field.tsx'
import { useAccountChecks } from '../use-account-checks.ts'
import { SettingsSection } from './settings-section.tsx'

/** The address of e-mail with which the person signs in. */
export function ProfileSection() {
  const { t } = useTranslation(['account-settings', 'account'])
  const user = useSessionStore((state) => state.user)
  const checks = useAccountChecks()
  const form = useForm({
    initialValues: { email: user?.email ?? '', password: '' },
    validate: {
      email: checks.email,
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
    },
  })
  const change = useMutation({
    mutationFn: ({ email, password }: typeof form.values) =>
      api.changeEmail({ body: { email: email.trim(), password } }),
    onSuccess: async ({ emailChangePending }) => {
      form.reset()
      if (emailChangePending) return
      useSessionStore.getState().begin(await api.getSession())
      notify.success(t('profile.changed'))
    },
    onError: (error) =>
      showIssues(form, error, { words: { password: t('password.wrong'), email: t('profile.taken') } }),
  })
  const isOther = form.values.email.trim().toLowerCase() !== user?.email
  return (
    <SettingsSection title={t('profile.title')} text={t('profile.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Unsaved isChanged={isOther} />
        <FailureNote error={unplaced(change.error)} />
        {change.data?.emailChangePending ? (
          <Alert color="blue" role="status">
            {t('profile.pending', { email: change.data.pendingEmail, old: user?.email })}
          </Alert>
        ) : null}
        <EmailField autoComplete="email" {...form.getInputProps('email')} />
        {isOther ? (
          <>
            <CurrentPasswordField
              label={t('password.own')}
              description={t('password.ownHelp')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={change.isPending}>
              {t('profile.save')}
            </Button>
          </>
        ) : null}
      </form>
    </SettingsSection>
  )
}
