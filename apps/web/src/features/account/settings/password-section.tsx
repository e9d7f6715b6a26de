import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LostTryNote } from '../../../ui/lost-try-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { useAccountChecks } from '../use-account-checks.ts'
import { refreshAccount } from './account-queries.ts'
import { asksForFactor, FactorFields, factorProof, useFactors } from './factor-fields.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Changes the password; all other browsers are signed out. */
export function PasswordSection() {
  const { t } = useTranslation(['account-settings', 'account'])
  const checks = useAccountChecks()
  const factors = useFactors()
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '', repeat: '', code: '' },
    validate: {
      oldPassword: (password) => (password === '' ? t('account:password.isMissing') : null),
      newPassword: checks.password,
      repeat: (repeat, { newPassword }) => (repeat === newPassword ? null : t('account:password.differs')),
      code: (code) => (asksForFactor(factors) && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const change = useMutation({
    mutationFn: ({
      oldPassword,
      newPassword,
      ...given
    }: typeof form.values & { passkey?: PasskeyAssertion }) =>
      api.changePassword({ body: { oldPassword, newPassword, ...factorProof(given) } }),
    onSuccess: async () => {
      form.reset()
      notify.success(t('password.changed'))
      await refreshAccount()
    },
    onError: (error) =>
      showIssues(form, error, {
        words: {
          oldPassword: t('password.wrong'),
          newPassword: t('password.same'),
          code: t('secondFactor.wrongCode'),
        },
      }),
  })
  const changeByPasskey = async (passkey: PasskeyAssertion) => {
    const fields = ['oldPassword', 'newPassword', 'repeat'] as const
    const isReady = fields.filter((field) => form.validateField(field).hasError).length === 0
    if (isReady) await change.mutateAsync({ ...form.values, passkey })
  }
  return (
    <SettingsSection title={t('password.title')} text={t('password.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Unsaved isChanged={form.isDirty()} />
        <FailureNote error={unplaced(change.error)} />
        <LostTryNote error={change.error} text={t('password.lostTry')} />
        <CurrentPasswordField label={t('password.old')} {...form.getInputProps('oldPassword')} />
        <NewPasswordFields
          password={form.values.newPassword}
          passwordProps={form.getInputProps('newPassword')}
          repeatProps={form.getInputProps('repeat')}
        />
        {form.isDirty() ? (
          <FactorFields
            factors={factors}
            codeProps={form.getInputProps('code')}
            onPasskey={changeByPasskey}
          />
        ) : null}
        <Button type="submit" loading={change.isPending}>
          {t('password.save')}
        </Button>
      </form>
    </SettingsSection>
  )
}
