import { Alert, Anchor, Button, Code, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { sendsMailQuery } from '../../session/platform.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { useAccountChecks } from './use-account-checks.ts'

/** How one comes to a new password: by a mail, or where none is sent by whoever can make the link. */
export function ForgotPasswordForm({ email }: { email: string | undefined }) {
  const { data: sendsMail, isPending } = useQuery(sendsMailQuery)
  if (isPending) return <PageLoading />
  return sendsMail === false ? <WithoutMail /> : <AskByMail email={email} />
}

function WithoutMail() {
  const { t } = useTranslation('account')
  return (
    <AccountCard title={t('forgot.title')} text={t('forgot.withoutMail')}>
      <div className="account-outcome">
        <Text>{t('forgot.help')}</Text>
        <Text>{t('forgot.operator')}</Text>
        <Code block>npm run admin -- reset-password</Code>
        <OtherWays />
      </div>
    </AccountCard>
  )
}

/** Asks for the link of a new password. The answer is the same for every address. */
function AskByMail({ email }: { email: string | undefined }) {
  const { t } = useTranslation('account')
  const checks = useAccountChecks()
  const form = useForm({
    initialValues: { email: email ?? '' },
    validate: { email: checks.email },
  })
  const ask = useMutation({
    mutationFn: ({ email }: typeof form.values) =>
      api.forgotPassword({ body: { user: { email: email.trim() } } }),
  })
  return (
    <AccountCard title={t('forgot.title')} text={t('forgot.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <FailureNote error={ask.error} />
        {ask.isSuccess ? (
          <Alert color="green" role="status">
            {t('forgot.done')}
          </Alert>
        ) : null}
        <EmailField autoFocus {...form.getInputProps('email')} />
        <Button type="submit" loading={ask.isPending}>
          {t('forgot.submit')}
        </Button>
        <OtherWays />
      </form>
    </AccountCard>
  )
}

function OtherWays() {
  const { t } = useTranslation('account')
  return (
    <>
      <Anchor component={Link} to="/reset-password" className="account-link">
        {t('forgot.haveToken')}
      </Anchor>
      <Anchor component={Link} to="/signin" className="account-link">
        {t('register.signIn')}
      </Anchor>
    </>
  )
}
