import { speaksOidc } from './speaks-oidc.ts'

/** Microsoft Entra, of one tenant. */
export const azure = speaksOidc({
  providerName: 'azure',
  issuerOf: ({ tenantID }) => `https://login.microsoftonline.com/${tenantID}/v2.0`,
  emailProof: 'entra',
  trustsAddresses: () => true,
})
