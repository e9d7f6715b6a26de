import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton } from '../../../ui/unsaved.tsx'
import { CodeField } from '../code-field.tsx'
import { refreshAccount } from './account-queries.ts'
import type { Factors } from './factor-fields.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What is done with the second factor. */
export type SecondFactorTask = 'turnOn' | 'newCodes' | 'turnOff'

/** Turns two-factor sign-in on or off, or makes other recovery codes. Each asks who it is first. */
export function SecondFactorDialog({
  task,
  factors,
  onClose,
}: {
  task: SecondFactorTask
  factors: Factors | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('account-settings')
  const [codes, setCodes] = useState<string[]>()
  const [secret, setSecret] = useState<{ secret: string; otpauthUrl: string }>()
  const close = () => {
    void refreshAccount()
    onClose()
  }
  const prove = async (body: Proof) => {
    if (task === 'turnOn') return setSecret(await api.beginSecondFactor({ body }))
    if (task === 'newCodes') return setCodes((await api.replaceRecoveryCodes({ body })).recoveryCodes)
    await api.removeSecondFactor({ body })
    close()
  }
  return (
    <Dialog title={t(`secondFactor.${task}Title`)} onClose={close} closesOutside={false}>
      <Stack gap="md">
        {codes ? <RecoveryCodes codes={codes} onClose={close} /> : null}
        {!codes && secret ? <FirstCode {...secret} onCodes={setCodes} /> : null}
        {codes || secret ? null : (
          <ProofForm
            text={t(`secondFactor.${task}Text`)}
            isRemoval={task === 'turnOff'}
            factors={factors}
            onProof={prove}
          />
        )}
      </Stack>
    </Dialog>
  )
}

/** Shows the secret to an app, and takes its first code. */
function FirstCode({
  secret,
  otpauthUrl,
  onCodes,
}: {
  secret: string
  otpauthUrl: string
  onCodes: (codes: string[]) => void
}) {
  const { t } = useTranslation(['account-settings', 'account'])
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? t('account:code.missing') : null) },
  })
  const confirm = useMutation({
    mutationFn: ({ code }: typeof form.values) => api.confirmSecondFactor({ body: { code: code.trim() } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (error) => showIssues(form, error, { words: { code: t('secondFactor.wrongCode') } }),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack gap="md">
        <Text>{t('secondFactor.scan')}</Text>
        <QrCode text={otpauthUrl} label={t('secondFactor.qr')} />
        <Text size="sm" className="secret-text">
          {t('secondFactor.secret')} <Copyable text={secret} />
        </Text>
        <FailureNote error={unplaced(confirm.error)} />
        <CodeField data-autofocus {...form.getInputProps('code')} description={t('secondFactor.firstCode')} />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={confirm.isPending}>
            {t('secondFactor.confirm')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
