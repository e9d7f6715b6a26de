import { Alert, Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountCard } from './account-card.tsx'

/** The link of an invitation opens nothing: what there is to do instead, before anything is filled in. */
export function InvitationEnded({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation('account')
  return (
    <AccountCard title={t('ended.title')} text={t('ended.text')}>
      <Stack gap="md">
        <Alert color="orange" role="status">
          {t('ended.todo')}
        </Alert>
        {isSignedIn ? (
          <LinkButton to="/">{t('unauthorized.home')}</LinkButton>
        ) : (
          <LinkButton to="/signin">{t('ended.signIn')}</LinkButton>
        )}
        <Anchor component={Link} to="/register" className="account-link">
          {t('ended.other')}
        </Anchor>
      </Stack>
    </AccountCard>
  )
}
