import { askByForm, fetchWithToken, type TokenRequest } from '../ai-sdk/fetch-with-token.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

/** Where IBM Cloud gives tokens for keys. */
export const TOKEN_ADDRESS = 'https://iam.cloud.ibm.com/identity/token'
const DEFAULT_VERSION = '2024-05-31'

/** The same connection with a `fetch` that shows a token of IBM Cloud, or the one that the credential holds. */
export function enterWatsonx(connection: VendorConnection): VendorConnection {
  const { apiKey, credential } = connection
  if (holdsToken(credential))
    return { ...connection, apiKey: credential.watsonxAIBearerToken?.trim() || apiKey }
  const fetch = fetchWithToken(connection, {
    url: TOKEN_ADDRESS,
    identity: [apiKey],
    ask: () => askForIamToken(apiKey),
  })
  return { ...connection, fetch }
}

/** Whether a credential holds a token itself, and no key that one is given for. */
export function holdsToken({ watsonxAIAuthType, watsonxAIApikey = '' }: Record<string, string>): boolean {
  return watsonxAIAuthType === 'bearertoken' || watsonxAIApikey.trim() === ''
}

/** Asks IBM Cloud for a token for a key. */
export function askForIamToken(apiKey: string): TokenRequest {
  return askByForm({ grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: apiKey })
}

/** The day whose protocol is spoken. */
export function readVersion({ version = '' }: Record<string, string>): string {
  return version.trim() || DEFAULT_VERSION
}
