import { Alert, Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountCard } from './account-card.tsx'

/** Says that nobody can register, where a new address cannot be proved. */
export function RegisterClosed() {
  const { t } = useTranslation('account')
  return (
    <AccountCard title={t('register.title')} text={t('register.closedText')}>
      <Stack gap="md">
        <Alert color="orange">{t('register.closed')}</Alert>
        <Anchor component={Link} to="/signin" className="account-link">
          {t('register.signIn')}
        </Anchor>
      </Stack>
    </AccountCard>
  )
}
