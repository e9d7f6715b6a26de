import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LostTryNote } from '../../ui/lost-try-note.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { ForgotLink } from './forgot-link.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useAccountChecks } from './use-account-checks.ts'

/** Sets a new password with the one-time token of a link, which can be typed as well. */
export function ResetPasswordForm({
  token,
  email,
}: {
  token: string | undefined
  email: string | undefined
}) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const checks = useAccountChecks()
  const isWholeLink = Boolean(token && email)
  const form = useForm({
    initialValues: { email: email ?? '', token: token ?? '', password: '', repeat: '' },
    validate: {
      email: checks.email,
      token: (value) => (value.trim() === '' ? t('reset.tokenMissing') : null),
      password: checks.password,
      repeat: checks.repeat,
    },
  })
  const reset = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.resetPassword({
        body: {
          user: { email: values.email.trim(), tempToken: values.token.trim(), password: values.password },
        },
      }),
    onSuccess: (_done, values) => {
      const email = values.email.trim()
      const { user, end } = useSessionStore.getState()
      // A new password ends all sessions of its account.
      if (user?.email === email.toLowerCase()) end()
      return navigate({ to: '/signin', search: { error: 'password_changed', email } })
    },
  })
  return (
    <AccountCard title={t('reset.title')} text={t('reset.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values))}>
        <FailureNote error={reset.error} />
        <LostTryNote error={reset.error} text={t('lostTry')} />
        <EmailField readOnly={isWholeLink} {...form.getInputProps('email')} />
        {isWholeLink ? null : (
          <TextInput label={t('reset.token')} required autoComplete="off" {...form.getInputProps('token')} />
        )}
        <NewPasswordFields
          password={form.values.password}
          passwordProps={{ autoFocus: isWholeLink, ...form.getInputProps('password') }}
          repeatProps={form.getInputProps('repeat')}
        />
        <Button type="submit" loading={reset.isPending}>
          {t('reset.submit')}
        </Button>
        {reset.isError ? <ForgotLink email={form.values.email.trim()} label={t('reset.askAgain')} /> : null}
        <Anchor component={Link} to="/signin" className="account-link">
          {t('register.signIn')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
