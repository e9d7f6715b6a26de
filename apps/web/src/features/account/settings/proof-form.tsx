import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CodeField } from '../code-field.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { PasskeyButton } from '../passkey-button.tsx'

/** What proves once more that it is the person. */
export interface Proof {
  password: string
  code?: string
  passkey?: PasskeyAssertion
}

/** What is on: an authenticator app, passkeys. */
export interface Factors {
  isOn: boolean
  hasPasskeys: boolean
}

/** Asks for the password, and for a code or a passkey where that is needed. */
export function ProofForm({
  text,
  needsFactor,
  isRemoval = false,
  factors,
  onProof,
}: {
  /** What is proved for. */
  text: ReactNode
  needsFactor: boolean
  isRemoval?: boolean
  factors: Factors | undefined
  onProof: (proof: Proof) => Promise<void>
}) {
  const { t } = useTranslation(['account-settings', 'account'])
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (needsFactor && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const prove = useMutation({
    mutationFn: onProof,
    onError: (error) =>
      showIssues(form, error, {
        words: { password: t('password.wrong'), code: t('secondFactor.wrongCode') },
      }),
  })
  const provePasskey = async (passkey: PasskeyAssertion) => {
    const { password } = form.values
    if (!form.validateField('password').hasError) await prove.mutateAsync({ password, passkey })
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ password, code }) =>
        prove.mutate(needsFactor ? { password, code } : { password }),
      )}
    >
      <Stack gap="md">
        <Text>{text}</Text>
        <FailureNote error={unplaced(prove.error)} />
        <CurrentPasswordField label={t('password.own')} data-autofocus {...form.getInputProps('password')} />
        {needsFactor ? (
          <CodeField isRecoveryOnly={factors?.isOn === false} {...form.getInputProps('code')} />
        ) : null}
        <Button type="submit" loading={prove.isPending} {...(isRemoval ? { color: 'red' } : {})}>
          {t('secondFactor.go')}
        </Button>
        {needsFactor && factors?.hasPasskeys ? (
          <PasskeyButton label={t('account:passkey.use')} onAnswer={provePasskey} />
        ) : null}
      </Stack>
    </form>
  )
}
