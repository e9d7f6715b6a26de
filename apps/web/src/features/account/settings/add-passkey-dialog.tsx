import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { describeDevice } from '../../../ui/describe-device.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { makePasskey } from '../passkeys.ts'
import { refreshAccount } from './account-queries.ts'
import { asksForFactor, FactorFields, factorProof, useFactors } from './factor-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Adds a passkey; with the first second factor come recovery codes. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account-settings', 'account'])
  const [codes, setCodes] = useState<string[]>()
  const factors = useFactors()
  const isFirst = factors !== undefined && !asksForFactor(factors)
  const form = useForm({
    initialValues: { name: describeDevice(navigator.userAgent), password: '', code: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('passkeys.nameMissing') : null),
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (asksForFactor(factors) && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const close = () => {
    void refreshAccount()
    onClose()
  }
  const add = useMutation({
    mutationFn: async ({ name, password, ...given }: typeof form.values & { passkey?: PasskeyAssertion }) =>
      api.addPasskey({
        body: { name: name.trim(), passkey: await makePasskey({ password, ...factorProof(given) }) },
      }),
    onSuccess: ({ recoveryCodes }) => {
      notify.success(t('passkeys.added'))
      if (recoveryCodes) setCodes(recoveryCodes)
      else close()
    },
    onError: (error) =>
      showIssues(form, error, {
        words: { password: t('password.wrong'), code: t('secondFactor.wrongCode') },
      }),
  })
  const addByPasskey = async (passkey: PasskeyAssertion) => {
    const isReady = !form.validateField('password').hasError && !form.validateField('name').hasError
    if (isReady) await add.mutateAsync({ ...form.values, passkey })
  }
  return (
    <Dialog title={t('passkeys.add')} onClose={close} closesOutside={false}>
      <Stack gap="md">
        {codes ? (
          <RecoveryCodes codes={codes} onClose={close} />
        ) : (
          <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
            <Stack gap="md">
              <Unsaved isChanged={form.isDirty('name')} />
              <Text>{t(isFirst ? 'passkeys.addFirstText' : 'passkeys.addText')}</Text>
              <FailureNote error={unplaced(add.error)} />
              <CurrentPasswordField
                label={t('password.own')}
                data-autofocus
                {...form.getInputProps('password')}
              />
              <FactorFields
                factors={factors}
                codeProps={form.getInputProps('code')}
                onPasskey={addByPasskey}
              />
              <TextInput
                label={t('passkeys.name')}
                required
                maxLength={100}
                {...form.getInputProps('name')}
              />
              <DialogFoot>
                <CancelButton />
                <Button type="submit" loading={add.isPending}>
                  {t('passkeys.add')}
                </Button>
              </DialogFoot>
            </Stack>
          </form>
        )}
      </Stack>
    </Dialog>
  )
}
