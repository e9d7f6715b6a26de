import { createVerify } from 'node:crypto'
import type { FakeVendor } from '../chat-model-case.ts'
import type { FakeCall } from '../start-fake-vendor.ts'
import { startFakeGemini } from './fake-google-server.ts'

/** The service account that a fake lets in. */
export interface VertexAccount {
  email: string
  project: string
  /** PEM of the key that its assertions are signed with. */
  publicKey: string
  /** What its tokens are. */
  token: string
}

/**
 * Starts a fake Google Vertex AI with the exchange of tokens beside it: it gives one for an assertion that the account's
 * key signed, and lets in that token only.
 */
export function startFakeVertex(account: VertexAccount): Promise<FakeVendor> {
  const models = `/v1beta1/projects/${account.project}/locations/[a-z\\d-]+/publishers/google/models/`
  return startFakeGemini({
    path: new RegExp(`^${models}([^:]+):(\\w+)`),
    refuse: (call) => {
      if (call.path === '/token') {
        return isSigned(call, account) ? undefined : { status: 400, message: 'Invalid JWT Signature.' }
      }
      const isLetIn =
        call.headers.authorization === `Bearer ${account.token}` && !call.headers['x-goog-api-key']
      return isLetIn
        ? undefined
        : {
            status: 401,
            message: 'Request had invalid authentication credentials. Expected OAuth 2 access token.',
          }
    },
    answerAside: ({ path }) =>
      path === '/token' ? { access_token: account.token, expires_in: 3599, token_type: 'Bearer' } : undefined,
  })
}

function isSigned({ bytes }: FakeCall<unknown>, { email, publicKey }: VertexAccount): boolean {
  const form = new URLSearchParams(bytes.toString('utf8'))
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8') || '{}')
  const isFit =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    said.iss === email &&
    said.aud === 'https://oauth2.googleapis.com/token' &&
    said.scope === 'https://www.googleapis.com/auth/cloud-platform' &&
    said.exp > said.iat
  return (
    isFit &&
    createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')
  )
}
