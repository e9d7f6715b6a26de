import { type CredentialTest, testKey } from '@runnel/node-kit'
import { cloudflareAddress } from './cloudflare-address.ts'

/** Asks for one of the account's models. */
export const testCloudflareCredential: CredentialTest = (fields, at) => {
  const address = cloudflareAddress(fields)
  if (address === undefined) return undefined
  return testKey('cloudflareApiToken', { url: `${address}/models/search?per_page=1` })(fields, at)
}
