import { Alert, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { AccountCard } from './account-card.tsx'
import { asksForCode, CodeField, factorsOf } from './code-field.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { EmailField } from './email-field.tsx'
import { ForgotLink } from './forgot-link.tsx'
import { JoinLink } from './join-link.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { SessionEndNote } from './session-end-note.tsx'
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
  /** The address that was told before, as by a new password. */
  email: string | undefined
}

function textOf(factors: ReturnType<typeof factorsOf> | undefined) {
  if (factors === undefined) return 'signIn.text'
  return factors.hasApp ? 'signIn.codeText' : 'signIn.passkeyText'
}

/** Signs a person in by e-mail and password, with a code or a passkey where the account asks for one; or by a passkey alone. */
export function SignInForm({ from, reason, organizationId, email: known }: SignInFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const [factors, setFactors] = useState<ReturnType<typeof factorsOf>>()
  const needsCode = factors !== undefined
  const fault = signOnFaultOf(reason)
  const form = useForm({
    initialValues: { email: known ?? '', password: '', code: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('email.missing') : null),
      password: (password) => (password === '' ? t('password.isMissing') : null),
      code: (code) => (needsCode && code.trim() === '' ? t('code.missing') : null),
    },
  })
  const signIn = useMutation({
    mutationFn: ({ email, password, code, passkey }: typeof form.values & { passkey?: PasskeyAssertion }) => {
      const typed = needsCode ? { code: code.trim() } : {}
      return api.login({ body: { email: email.trim(), password, ...(passkey ? { passkey } : typed) } })
    },
    onSuccess: (user) => enter(user, from),
    onError: (error) => {
      if (asksForCode(error)) setFactors(factorsOf(error))
      form.setFieldValue('code', '')
    },
  })
  const enterByPasskey = async (passkey: PasskeyAssertion) =>
    needsCode
      ? signIn.mutate({ ...form.values, passkey })
      : enter(await api.signInWithPasskey({ body: { passkey } }), from)
  const failure = asksForCode(signIn.error) ? undefined : signIn.error
  return (
    <AccountCard title={t('signIn.title')} text={t(textOf(factors))}>
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        {signIn.isError ? null : <SessionEndNote reason={reason} />}
        {fault && !signIn.isError ? (
          <Alert color="red" role="alert">
            {t(`signOn.fault.${fault}`)}
          </Alert>
        ) : null}
        <FailureNote error={failure} />
        <ResendVerification failure={failure} email={form.values.email} />
        <EmailField autoFocus={known === undefined} readOnly={needsCode} {...form.getInputProps('email')} />
        <CurrentPasswordField autoFocus={known !== undefined} {...form.getInputProps('password')} />
        {needsCode ? (
          <CodeField autoFocus isRecoveryOnly={!factors.hasApp} {...form.getInputProps('code')} />
        ) : null}
        <Button type="submit" loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
        {!needsCode || factors.hasPasskeys ? (
          <PasskeyButton label={t(needsCode ? 'passkey.use' : 'passkey.signIn')} onAnswer={enterByPasskey} />
        ) : null}
        {needsCode ? null : <SignOnButtons organizationId={organizationId} from={from} />}
        <ForgotLink email={form.values.email.trim()} label={t('signIn.forgot')} />
        <JoinLink />
      </form>
    </AccountCard>
  )
}
