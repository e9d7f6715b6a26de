import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountCard } from './account-card.tsx'
import { readInvitationCode } from './invitation-code.ts'

/** Asks who came without a link for the code of their invitation, or for the link itself. */
export function InvitationCodeForm() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (readInvitationCode(code) === '' ? t('register.tokenMissing') : null) },
  })
  return (
    <AccountCard title={t('register.title')} text={t('register.codeText')}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ code }) =>
          navigate({ to: '/register', search: { token: readInvitationCode(code) } }),
        )}
      >
        <TextInput
          label={t('register.token')}
          description={t('register.tokenHelp')}
          required
          autoFocus
          autoComplete="off"
          {...form.getInputProps('code')}
        />
        <Button type="submit">{t('register.goOn')}</Button>
        <Anchor component={Link} to="/signin" className="account-link">
          {t('register.signIn')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
