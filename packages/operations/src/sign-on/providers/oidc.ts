import { speaksOidc } from './speaks-oidc.ts'

/** Any provider of OpenID Connect, by its address. */
export const oidc = speaksOidc({
  providerName: 'oidc',
  issuerOf: ({ issuer = '' }) => issuer,
  trustsAddresses: ({ trustEmail }) => trustEmail === true,
})
