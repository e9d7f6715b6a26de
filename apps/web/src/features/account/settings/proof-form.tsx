import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../../ui/secret-input.tsx'
import { CodeField } from '../code-field.tsx'
import { FailureNote } from '../failure-note.tsx'
import { showIssues, unplaced } from './show-issues.ts'

/** What is done with the second factor. */
export type SecondFactorTask = 'turnOn' | 'newCodes' | 'turnOff'

/** What proves once more that it is the person. */
export interface Proof {
  password: string
  code: string
}

/** Asks for the password, and for a code where one is on already. */
export function ProofForm({
  task,
  onProof,
}: {
  task: SecondFactorTask
  onProof: (proof: Proof) => Promise<void>
}) {
  const { t } = useTranslation(['account-settings', 'account'])
  const needsCode = task !== 'turnOn'
  const form = useForm<Proof>({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (needsCode && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const prove = useMutation({
    mutationFn: onProof,
    onError: (error) =>
      showIssues(form, error, { password: t('password.wrong'), code: t('secondFactor.wrongCode') }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <Stack gap="md">
        <Text>{t(`secondFactor.${task}Text`)}</Text>
        <FailureNote error={unplaced(prove.error)} />
        <SecretInput
          toggleLabel={t('account:password.toggle')}
          label={t('password.own')}
          required
          data-autofocus
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {needsCode ? <CodeField {...form.getInputProps('code')} /> : null}
        <Button type="submit" loading={prove.isPending} {...(task === 'turnOff' ? { color: 'red' } : {})}>
          {t('secondFactor.go')}
        </Button>
      </Stack>
    </form>
  )
}
