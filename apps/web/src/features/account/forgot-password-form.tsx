import { Alert, Anchor, Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { sendsMailQuery } from '../../session/platform.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { useAccountChecks } from './use-account-checks.ts'

/** Asks for the link of a new password. The answer is the same for every address. */
export function ForgotPasswordForm() {
  const { t } = useTranslation('account')
  const checks = useAccountChecks()
  const { data: sendsMail } = useQuery(sendsMailQuery)
  const form = useForm({
    initialValues: { email: '' },
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
        {sendsMail === false ? (
          <Text c="dimmed" size="sm">
            {t('forgot.help')}
          </Text>
        ) : null}
        <Anchor component={Link} to="/reset-password" className="account-link">
          {t('forgot.haveToken')}
        </Anchor>
        <Anchor component={Link} to="/signin" className="account-link">
          {t('register.signIn')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
