import { speaksOidc } from './speaks-oidc.ts'

/** Google, with accounts of its own and of the companies that it serves. */
export const google = speaksOidc({
  providerName: 'google',
  issuerOf: () => 'https://accounts.google.com',
  emailProof: 'google',
  trustsAddresses: () => false,
})
