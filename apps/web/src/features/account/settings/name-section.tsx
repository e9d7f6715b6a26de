import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { renewSession } from '../../../session/renew-session.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { SettingsSection } from './settings-section.tsx'

const LONGEST_NAME = 100

/** What others call the person here. */
export function NameSection() {
  const { t } = useTranslation(['account-settings', 'account'])
  const user = useSessionStore((state) => state.user)
  const form = useForm({
    initialValues: { name: user?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('account:name.missing') : null) },
  })
  const change = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.updateUser({ body: { id, name } }),
    onSuccess: async ({ name }) => {
      form.setFieldValue('name', name)
      await renewSession()
      notify.success(t('name.changed'))
    },
    onError: (error) => showIssues(form, error),
  })
  if (!user) return null
  const isOther = form.values.name.trim() !== user.name
  return (
    <SettingsSection title={t('name.title')} text={t('name.text')}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ name }) => change.mutate({ id: user.id, name: name.trim() }))}
      >
        <Unsaved isChanged={isOther} />
        <FailureNote error={unplaced(change.error)} />
        <TextInput
          label={t('account:name.label')}
          required
          autoComplete="name"
          maxLength={LONGEST_NAME}
          {...form.getInputProps('name')}
        />
        {isOther ? (
          <Button type="submit" loading={change.isPending}>
            {t('name.save')}
          </Button>
        ) : null}
      </form>
    </SettingsSection>
  )
}
