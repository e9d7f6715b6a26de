import { speaksOidc } from './speaks-oidc.ts'

/** Auth0, of one domain. */
export const auth0 = speaksOidc({
  providerName: 'auth0',
  issuerOf: ({ domain }) => `https://${domain}/`,
  trustsAddresses: () => false,
})
