import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../../../session/session-store.ts'
import { SettingsSection } from './settings-section.tsx'

/** The account of who signed in by a provider: what it is known by, and where it is changed. Here nothing is. */
export function ProviderSection() {
  const { t } = useTranslation(['account-settings', 'account'])
  const user = useSessionStore((state) => state.user)
  if (!user) return null
  return (
    <SettingsSection title={t('provider.title')} text={t('provider.text')}>
      <dl className="account-facts">
        <dt>{t('account:name.label')}</dt>
        <dd>{user.name}</dd>
        <dt>{t('account:email.label')}</dt>
        <dd>{user.email}</dd>
      </dl>
      <Text>{t('provider.withPassword')}</Text>
    </SettingsSection>
  )
}
