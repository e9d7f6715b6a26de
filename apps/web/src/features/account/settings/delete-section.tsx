import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { leaveTo } from '../../../session/leave-to.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { asksForFactor, FactorFields, factorProof, useFactors } from './factor-fields.tsx'
import { SettingsSection } from './settings-section.tsx'

const WORDS = 'permanently delete'

/** Deletes the account, after its owner has written what it is. */
export function DeleteSection() {
  const { t } = useTranslation('account-settings')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsSection title={t('delete.title')} text={t('delete.text')}>
      <Button variant="light" color="red" onClick={() => setIsOpen(true)}>
        {t('delete.open')}
      </Button>
      {isOpen ? <DeleteDialog onClose={() => setIsOpen(false)} /> : null}
    </SettingsSection>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account-settings', 'account', 'ui'])
  const email = useSessionStore((state) => state.user?.email)
  const factors = useFactors()
  const form = useForm({
    initialValues: { words: '', password: '', code: '' },
    validate: {
      words: (words) => (words.trim() === WORDS ? null : t('delete.wordsWrong', { words: WORDS })),
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (asksForFactor(factors) && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const remove = useMutation({
    mutationFn: ({ password, ...given }: typeof form.values & { passkey?: PasskeyAssertion }) =>
      api.deleteAccount({ body: { confirmationText: WORDS, password, ...factorProof(given) } }),
    onSuccess: () => {
      useSessionStore.getState().end()
      leaveTo('/login?error=account_deleted')
    },
    onError: (error) =>
      showIssues(form, error, {
        words: { password: t('password.wrong'), code: t('secondFactor.wrongCode') },
      }),
  })
  const removeByPasskey = async (passkey: PasskeyAssertion) => {
    const isReady = !form.validateField('words').hasError && !form.validateField('password').hasError
    if (isReady) await remove.mutateAsync({ ...form.values, passkey })
  }
  return (
    <Dialog title={t('delete.title')} onClose={onClose} closesOutside={false}>
      <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
        <Stack gap="md">
          <Text>{t('delete.warning', { email })}</Text>
          <FailureNote error={unplaced(remove.error)} />
          <TextInput
            label={t('delete.words', { words: WORDS })}
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('words')}
          />
          <CurrentPasswordField label={t('password.own')} {...form.getInputProps('password')} />
          <FactorFields
            factors={factors}
            codeProps={form.getInputProps('code')}
            onPasskey={removeByPasskey}
          />
          <DialogFoot>
            <Button variant="default" onClick={onClose}>
              {t('ui:confirm.cancel')}
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              {t('delete.go')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
