import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PasskeyAssertion } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { renewSession } from '../../../session/renew-session.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { useViewer } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../../ui/show-issues.ts'
import { Unsaved } from '../../../ui/unsaved.tsx'
import { CurrentPasswordField } from '../current-password-field.tsx'
import { EmailField } from '../email-field.tsx'
import { useAccountChecks } from '../use-account-checks.ts'
import { refreshAccount } from './account-queries.ts'
import { AwaitedEmail } from './awaited-email.tsx'
import { asksForFactor, FactorFields, factorProof, useFactors } from './factor-fields.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The address of e-mail with which the person signs in. */
export function ProfileSection() {
  const { t } = useTranslation(['account-settings', 'account'])
  const user = useSessionStore((state) => state.user)
  const checks = useAccountChecks()
  const factors = useFactors()
  const form = useForm({
    initialValues: { email: user?.email ?? '', password: '', code: '' },
    validate: {
      email: checks.email,
      password: (password) => (password === '' ? t('account:password.isMissing') : null),
      code: (code) => (asksForFactor(factors) && code.trim() === '' ? t('account:code.missing') : null),
    },
  })
  const change = useMutation({
    mutationFn: ({ email, password, ...given }: typeof form.values & { passkey?: PasskeyAssertion }) =>
      api.changeEmail({ body: { email: email.trim(), password, ...factorProof(given) } }),
    onSuccess: async ({ emailChangePending }) => {
      if (!emailChangePending) {
        const session = await renewSession()
        form.setInitialValues({ email: session.email, password: '', code: '' })
      }
      form.reset()
      notify.success(t(emailChangePending ? 'profile.mailed' : 'profile.changed'))
      await refreshAccount()
    },
    onError: (error) =>
      showIssues(form, error, {
        words: {
          password: t('password.wrong'),
          email: t('profile.taken'),
          code: t('secondFactor.wrongCode'),
        },
      }),
  })
  const changeByPasskey = async (passkey: PasskeyAssertion) => {
    const isReady = !form.validateField('email').hasError && !form.validateField('password').hasError
    if (isReady) await change.mutateAsync({ ...form.values, passkey })
  }
  const about = useAddressText()
  // Signed out, nobody changes anything here any more.
  const isOther = user !== null && form.values.email.trim().toLowerCase() !== user.email
  return (
    <SettingsSection title={t('profile.title')} text={t(about)}>
      <AwaitedEmail factors={factors} />
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Unsaved isChanged={isOther} />
        <FailureNote error={unplaced(change.error)} />
        <EmailField autoComplete="email" {...form.getInputProps('email')} />
        {isOther ? (
          <>
            <CurrentPasswordField
              label={t('password.own')}
              description={t('password.ownHelp')}
              {...form.getInputProps('password')}
            />
            <FactorFields
              factors={factors}
              codeProps={form.getInputProps('code')}
              onPasskey={changeByPasskey}
            />
            <Button type="submit" loading={change.isPending}>
              {t('profile.save')}
            </Button>
          </>
        ) : null}
      </form>
    </SettingsSection>
  )
}

/** When another address counts: by a mail, at once, or by whoever operates the installation. */
function useAddressText() {
  const { platformType } = useViewer()
  const isAdministrator = useSessionStore(({ user }) => user?.isOrganizationAdmin === true)
  const { data: sendsMail } = useQuery(sendsMailQuery)
  if (sendsMail !== false) return 'profile.text'
  const isAtOnce = isAdministrator && platformType !== 'cloud'
  return isAtOnce ? 'profile.textAtOnce' : 'profile.textByOperator'
}
