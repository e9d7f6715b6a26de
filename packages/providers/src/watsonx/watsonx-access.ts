import { askByForm, fetchWithToken } from '../ai-sdk/fetch-with-token.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

const TOKEN_ADDRESS = 'https://iam.cloud.ibm.com/identity/token'
const DEFAULT_VERSION = '2024-05-31'

/** The same connection with a `fetch` that shows a token of IBM Cloud, or the one that the credential holds. */
export function enterWatsonx(connection: VendorConnection): VendorConnection {
  const { apiKey, credential } = connection
  const isToken = credential.watsonxAIAuthType === 'bearertoken' || !credential.watsonxAIApikey?.trim()
  if (isToken) return { ...connection, apiKey: credential.watsonxAIBearerToken?.trim() || apiKey }
  const fetch = fetchWithToken(connection, {
    url: TOKEN_ADDRESS,
    identity: [apiKey],
    ask: () => askByForm({ grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: apiKey }),
  })
  return { ...connection, fetch }
}

/** The day whose protocol is spoken. */
export function readVersion({ version = '' }: Record<string, string>): string {
  return version.trim() || DEFAULT_VERSION
}
