import type { LoginMethodConfig, SignOnProvider } from '@runnel/contract'

/** A field of a provider's settings. */
export interface ProviderField {
  name: keyof LoginMethodConfig &
    (
      | 'clientID'
      | 'clientSecret'
      | 'tenantID'
      | 'domain'
      | 'issuer'
      | 'entityId'
      | 'signInUrl'
      | 'certificate'
      | 'metadataUrl'
    )
  kind: 'text' | 'secret' | 'lines'
  isNeeded: boolean
  example?: string
}

const clientID: ProviderField = { name: 'clientID', kind: 'text', isNeeded: true }
const clientSecret: ProviderField = { name: 'clientSecret', kind: 'secret', isNeeded: true }
const text = (name: ProviderField['name'], example: string): ProviderField => ({
  name,
  kind: 'text',
  isNeeded: true,
  example,
})

/** What each kind of provider asks for, in the order of its form. */
export const providerFields: Readonly<Record<SignOnProvider, readonly ProviderField[]>> = {
  azure: [text('tenantID', '00000000-0000-0000-0000-000000000000'), clientID, clientSecret],
  google: [clientID, clientSecret],
  auth0: [text('domain', 'acme.eu.auth0.com'), clientID, clientSecret],
  github: [clientID, clientSecret],
  oidc: [text('issuer', 'https://login.example.com'), clientID, clientSecret],
  saml: [
    { ...text('metadataUrl', 'https://login.example.com/metadata'), isNeeded: false },
    text('entityId', 'https://login.example.com/entity'),
    text('signInUrl', 'https://login.example.com/sign-in'),
    { name: 'certificate', kind: 'lines', isNeeded: true },
  ],
}

/** What providers are called, where their maker has a name for them. */
export const providerNames: Readonly<Record<SignOnProvider, string>> = {
  azure: 'Microsoft',
  google: 'Google',
  auth0: 'Auth0',
  github: 'GitHub',
  oidc: 'OpenID Connect',
  saml: 'SAML',
}
