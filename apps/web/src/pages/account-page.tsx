import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DeleteSection } from '../features/account/settings/delete-section.tsx'
import { IdentitiesSection } from '../features/account/settings/identities-section.tsx'
import { NameSection } from '../features/account/settings/name-section.tsx'
import { PasskeysSection } from '../features/account/settings/passkeys-section.tsx'
import { PasswordSection } from '../features/account/settings/password-section.tsx'
import { ProfileSection } from '../features/account/settings/profile-section.tsx'
import { ProviderSection } from '../features/account/settings/provider-section.tsx'
import { SecondFactorSection } from '../features/account/settings/second-factor-section.tsx'
import { SessionsSection } from '../features/account/settings/sessions-section.tsx'
import { signOnFaultOf } from '../features/account/sign-on-fault.ts'
import { useSessionStore } from '../session/session-store.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PageLosses } from '../ui/page-losses.tsx'

/**
 * The own account: name, address, password, second factor, passkeys, browsers, its end. Who signed in by a provider reads
 * where it is changed: the server answers no question about it there.
 */
export function AccountPage() {
  const { t } = useTranslation('account-settings')
  const { linked, error } = useSearch({ strict: false })
  const isSSO = useSessionStore(({ user }) => user?.isSSO === true)
  if (isSSO)
    return (
      <>
        <PageHead title={t('title')} text={t('provider.page')} />
        <div className="settings-sections">
          <ProviderSection />
        </div>
      </>
    )
  return (
    <PageLosses>
      <PageHead title={t('title')} text={t('text')} />
      <div className="settings-sections">
        <NameSection />
        <ProfileSection />
        <PasswordSection />
        <SecondFactorSection />
        <IdentitiesSection isLinked={linked === true} fault={signOnFaultOf(error)} />
        <PasskeysSection />
        <SessionsSection />
        <DeleteSection />
      </div>
    </PageLosses>
  )
}
