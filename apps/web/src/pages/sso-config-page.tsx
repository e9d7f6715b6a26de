import { ProvisioningPanel } from '../features/provisioning/provisioning-panel.tsx'
import { DomainSection } from '../features/sign-on/domain-section.tsx'
import { LoginMethods } from '../features/sign-on/login-methods.tsx'

/** How the people of the organisation sign in, and who makes their accounts. */
export function SsoConfigPage() {
  return (
    <>
      <LoginMethods />
      <DomainSection />
      <ProvisioningPanel />
    </>
  )
}
