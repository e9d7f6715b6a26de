import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InvitationOffer as Offer } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LostTryNote } from '../../ui/lost-try-note.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { InvitationOffer } from './invitation-offer.tsx'
import { NameField } from './name-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { namedOrganization, OrganizationField } from './organization-field.tsx'
import { MailAgain } from './resend-verification.tsx'
import { useAccountChecks } from './use-account-checks.ts'
import { useEnter } from './use-enter.ts'

interface RegisterFormProps {
  /** The invitation that is accepted; without one everybody registers. */
  invitation?: { token: string; offer: Offer }
  /** Who is signed in here under another address than the invited one. */
  otherAccount?: string | undefined
}

/** The address of the link, to come back to after the sign-in. */
const linkOf = (token: string) => `/register?${new URLSearchParams({ token })}`

/** Accepts an invitation and signs the person in; where everybody may register, it works without one. */
export function RegisterForm({ invitation, otherAccount }: RegisterFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const checks = useAccountChecks()
  const isInvited = invitation !== undefined
  const form = useForm({
    initialValues: {
      name: '',
      email: invitation?.offer.email ?? '',
      organization: '',
      password: '',
      repeat: '',
    },
    validate: {
      name: checks.name,
      email: checks.email,
      password: checks.password,
      repeat: checks.repeat,
    },
  })
  const register = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const account = { name: values.name.trim(), email: values.email.trim(), credential: values.password }
      if (invitation === undefined) {
        await api.register({ body: { user: account, ...namedOrganization(values.organization) } })
        return { done: 'mailed' } as const
      }
      await api.register({ body: { user: { ...account, tempToken: invitation.token } } })
      // The link is used up by then: who has to show more than the password goes on at the sign-in.
      const user = await api
        .login({ body: { email: account.email, password: values.password } })
        .catch(() => undefined)
      return user ? { user } : ({ done: 'joined' } as const)
    },
    onSuccess: ({ user }) => (user ? enter(user, undefined) : undefined),
  })
  if (register.data?.done) return <RegisterEnd done={register.data.done} email={form.values.email.trim()} />
  return (
    <AccountCard title={t('register.title')} text={t(isInvited ? 'register.text' : 'register.openText')}>
      <form noValidate onSubmit={form.onSubmit((values) => register.mutate(values))}>
        <FailureNote error={register.error} />
        {isInvited ? <LostTryNote error={register.error} text={t('lostTry')} /> : null}
        {invitation ? <InvitationOffer offer={invitation.offer} /> : null}
        {otherAccount === undefined ? null : (
          <Alert color="orange">{t('register.otherAccount', { email: otherAccount })}</Alert>
        )}
        <NameField autoFocus {...form.getInputProps('name')} />
        <EmailField readOnly={isInvited} {...form.getInputProps('email')} />
        {isInvited ? null : <OrganizationField {...form.getInputProps('organization')} />}
        <NewPasswordFields
          password={form.values.password}
          passwordProps={form.getInputProps('password')}
          repeatProps={form.getInputProps('repeat')}
        />
        <Button type="submit" loading={register.isPending}>
          {t(isInvited ? 'register.join' : 'register.submit')}
        </Button>
        {isInvited ? (
          <Anchor component={Link} to="/forgot-password" className="account-link">
            {t('signIn.forgot')}
          </Anchor>
        ) : null}
        {invitation === undefined ? (
          <Anchor component={Link} to="/signin" className="account-link">
            {t('register.signIn')}
          </Anchor>
        ) : (
          <LinkButton to="/signin" search={{ from: linkOf(invitation.token) }} variant="default">
            {t('register.withAccount')}
          </LinkButton>
        )}
      </form>
    </AccountCard>
  )
}

/** What there is to do after it: the mail is to be opened, or the person to sign in. */
function RegisterEnd({ done, email }: { done: 'mailed' | 'joined'; email: string }) {
  const { t } = useTranslation('account')
  return (
    <AccountCard
      title={t(done === 'mailed' ? 'register.mailedTitle' : 'register.title')}
      text={t(done === 'mailed' ? 'register.mailedText' : 'register.joinedText')}
    >
      <Stack gap="md">
        <Alert color="green" role="status">
          {t(`register.${done}`, { email })}
        </Alert>
        {done === 'joined' ? (
          <Anchor component={Link} to="/signin" className="account-link">
            {t('register.signIn')}
          </Anchor>
        ) : (
          <>
            <MailAgain email={email} />
            <Anchor component={Link} to="/register" reloadDocument className="account-link">
              {t('register.again')}
            </Anchor>
          </>
        )}
      </Stack>
    </AccountCard>
  )
}
