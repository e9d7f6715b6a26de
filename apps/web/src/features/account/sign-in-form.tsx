import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isApiError } from '@runnel/client'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { AccountCard } from './account-card.tsx'
import { asksForCode, CodeField } from './code-field.tsx'
import { FailureNote } from './failure-note.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { textOfSessionEnd } from './session-end-code.ts'
import { SignOnButtons } from './sign-on-buttons.tsx'
import { signOnFaultOf } from './sign-on-fault.ts'
import { useEnter } from './use-enter.ts'

interface SignInFormProps {
  /** The page that was asked for before. */
  from: string | undefined
  /** The code by which the address says why the last session ended; anything else says nothing. */
  reason: string | undefined
  /** By whose providers they may sign in, where there are several organisations. */
  organizationId: string | undefined
}

const isUnverified = (error: unknown) => isApiError(error) && error.code === 'email_unverified'

/** Signs a person in by e-mail and password, and by a code where the account asks for one. */
export function SignInForm({ from, reason, organizationId }: SignInFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const [needsCode, setNeedsCode] = useState(false)
  const ended = textOfSessionEnd(reason)
  const fault = signOnFaultOf(reason)
  const form = useForm({
    initialValues: { email: '', password: '', code: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('email.missing') : null),
      password: (password) => (password === '' ? t('password.isMissing') : null),
      code: (code) => (needsCode && code.trim() === '' ? t('code.missing') : null),
    },
  })
  const signIn = useMutation({
    mutationFn: ({ email, password, code }: typeof form.values) =>
      api.login({ body: { email: email.trim(), password, ...(needsCode ? { code: code.trim() } : {}) } }),
    onSuccess: (user) => enter(user, from),
    onError: (error) => {
      if (asksForCode(error)) setNeedsCode(true)
      form.setFieldValue('code', '')
    },
  })
  const failure = asksForCode(signIn.error) ? undefined : signIn.error
  return (
    <AccountCard title={t('signIn.title')} text={t(needsCode ? 'signIn.codeText' : 'signIn.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        {ended && !signIn.isError ? <Alert color="orange">{t(ended)}</Alert> : null}
        {fault && !signIn.isError ? (
          <Alert color="red" role="alert">
            {t(`signOn.fault.${fault}`)}
          </Alert>
        ) : null}
        <FailureNote error={failure} />
        {isUnverified(failure) ? <ResendVerification email={form.values.email} /> : null}
        <TextInput
          label={t('email.label')}
          type="email"
          required
          autoComplete="username"
          autoFocus
          readOnly={needsCode}
          {...form.getInputProps('email')}
        />
        <SecretInput
          toggleLabel={t('password.toggle')}
          label={t('password.label')}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {needsCode ? <CodeField autoFocus {...form.getInputProps('code')} /> : null}
        <Button type="submit" loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        {needsCode ? null : <SignOnButtons organizationId={organizationId} from={from} />}
        <Anchor component={Link} to="/forgot-password" className="account-link">
          {t('signIn.forgot')}
        </Anchor>
        <Anchor component={Link} to="/register" className="account-link">
          {t('signIn.register')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
