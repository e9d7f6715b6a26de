import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton } from '../../../ui/unsaved.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { asksForFactor, FactorFields, type FactorProof, type Factors, factorProof } from './factor-fields.tsx'

/** What proves once more that it is the person. */
export interface Proof extends FactorProof {
  password: string
}

/** Asks for the password, and for a code or a passkey where one is on; in a dialog. */
export function ProofForm({
  text,
  submitLabel,
  isRemoval = false,
  factors,
  onProof,
}: {
  /** What is proved for. */
  text: ReactNode
  submitLabel?: string
  isRemoval?: boolean
  factors: Factors | undefined
  onProof: (proof: Proof) => Promise<void>
}) {
  const { t } = useTranslation(['account-settings', 'account'])
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (asksForFactor(factors) && code.trim() === '' ? t('account:code.missing') : null),
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
      onSubmit={form.onSubmit(({ password, code }) => prove.mutate({ password, ...factorProof({ code }) }))}
    >
      <Stack gap="md">
        <Text>{text}</Text>
        <FailureNote error={unplaced(prove.error)} />
        <CurrentPasswordField label={t('password.own')} data-autofocus {...form.getInputProps('password')} />
        <FactorFields factors={factors} codeProps={form.getInputProps('code')} onPasskey={provePasskey} />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={prove.isPending} {...(isRemoval ? { color: 'red' } : {})}>
            {submitLabel ?? t('secondFactor.go')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
