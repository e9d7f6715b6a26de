import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { AccountCard } from './account-card.tsx'
import { FailureNote } from './failure-note.tsx'
import { textOfSessionEnd } from './session-end-code.ts'
import { useEnter } from './use-enter.ts'

interface SignInFormProps {
  /** The page that was asked for before. */
  from: string | undefined
  /** The code by which the address says why the last session ended; anything else says nothing. */
  reason: string | undefined
}

/** Signs a person in by e-mail and password. */
export function SignInForm({ from, reason }: SignInFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const ended = textOfSessionEnd(reason)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('email.missing') : null),
      password: (password) => (password === '' ? t('password.isMissing') : null),
    },
  })
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => api.login({ body: { ...body, email: body.email.trim() } }),
    onSuccess: (user) => enter(user, from),
  })
  return (
    <AccountCard title={t('signIn.title')} text={t('signIn.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        {ended && !signIn.isError ? <Alert color="orange">{t(ended)}</Alert> : null}
        <FailureNote error={signIn.error} />
        <TextInput
          label={t('email.label')}
          type="email"
          required
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <SecretInput
          toggleLabel={t('password.toggle')}
          label={t('password.label')}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
      </form>
    </AccountCard>
  )
}
