import { Alert, Anchor, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { showIssues, unplaced } from '../../ui/show-issues.ts'
import { AccountCard } from './account-card.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'

const places = { fieldOf: (path: string) => (path === 'user.password' ? 'password' : undefined) }

/** Confirms a registration by the link of its mail and the password that was chosen with it. */
export function VerifyForm({ token }: { token: string | undefined }) {
  const { t } = useTranslation('account')
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? t('password.isMissing') : null) },
  })
  const confirm = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      api.verifyAccount({ body: { user: { tempToken: token ?? '', password } } }),
    onError: (error) =>
      showIssues(form, error, { ...places, words: { password: t('verify.passwordWrong') } }),
  })
  if (token === undefined || confirm.isSuccess)
    return (
      <AccountCard
        title={t('verify.title')}
        text={t(token === undefined ? 'verify.incompleteText' : 'verify.doneText')}
      >
        <div className="account-outcome">
          {token === undefined ? (
            <Alert color="orange">{t('link.incomplete')}</Alert>
          ) : (
            <Alert color="green" role="status">
              {t('verify.done')}
            </Alert>
          )}
          <LinkButton to="/signin">{t('unauthorized.signIn')}</LinkButton>
        </div>
      </AccountCard>
    )
  return (
    <AccountCard title={t('verify.title')} text={t('verify.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
        <FailureNote error={unplaced(confirm.error, places)} />
        <CurrentPasswordField autoFocus {...form.getInputProps('password')} />
        <Button type="submit" loading={confirm.isPending}>
          {t('verify.submit')}
        </Button>
        <Anchor component={Link} to="/forgot-password" className="account-link">
          {t('signIn.forgot')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
