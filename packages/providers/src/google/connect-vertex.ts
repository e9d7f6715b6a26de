import { createGoogleVertex, type GoogleVertexProvider } from '@ai-sdk/google-vertex/edge'
import { RunnelError } from '@runnel/contract'
import { askByForm, fetchWithToken } from '../ai-sdk/fetch-with-token.ts'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'
import { signAssertion } from './sign-assertion.ts'
import { readServiceAccount, VERTEX_TOKEN_ADDRESS } from './vertex-home.ts'

/**
 * The vendor's client for a service account. The package would fetch its token past the guarded client: it is given a
 * key, which the token takes the place of on the way out.
 */
export function connectVertex(connection: VendorConnection): GoogleVertexProvider {
  const account = readServiceAccount(connection.credential)
  if (!account) {
    throw new RunnelError('missing_credential', 'Google Vertex AI needs the JSON of a service account.')
  }
  connection.keepSecret(account.privateKey)
  return createGoogleVertex({
    baseURL: connection.baseURL,
    apiKey: 'exchanged',
    headers: connection.headers,
    fetch: fetchWithToken(connection, {
      url: VERTEX_TOKEN_ADDRESS,
      identity: [account.email, account.privateKey],
      ask: async () =>
        askByForm({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: await signAssertion(account, VERTEX_TOKEN_ADDRESS),
        }),
    }),
  })
}
