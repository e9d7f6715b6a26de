import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
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
  const form = useForm({
    initialValues: { words: '', password: '' },
    validate: {
      words: (words) => (words.trim() === WORDS ? null : t('delete.wordsWrong', { words: WORDS })),
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
    },
  })
  const remove = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      api.deleteAccount({ body: { confirmationText: WORDS, password } }),
    onSuccess: () => {
      useSessionStore.getState().end()
      leaveTo('/login')
    },
    onError: (error) => showIssues(form, error, { words: { password: t('password.wrong') } }),
  })
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
