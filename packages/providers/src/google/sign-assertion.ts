import { RunnelError } from '@runnel/contract'
import type { ServiceAccount } from './vertex-home.ts'

const LIFETIME_SECONDS = 3600
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/** Says to `audience`, signed by a service account's key, that it asks for a token (RFC 7523). */
export async function signAssertion(
  { email, privateKey, privateKeyId }: ServiceAccount,
  audience: string,
): Promise<string> {
  const key = await importKey(privateKey)
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(privateKeyId === '' ? {} : { kid: privateKeyId }) }
  const claims = { iss: email, scope: SCOPE, aud: audience, iat: now, exp: now + LIFETIME_SECONDS }
  const said = [header, claims]
    .map((part) => encode(new TextEncoder().encode(JSON.stringify(part))))
    .join('.')
  const signature = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(said))
  return `${said}.${encode(new Uint8Array(signature))}`
}

async function importKey(pem: string): Promise<CryptoKey> {
  try {
    const bytes = Uint8Array.fromBase64(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''))
    return await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign'])
  } catch (cause) {
    throw new RunnelError(
      'invalid_input',
      'The private key in the credential of Google Vertex cannot be read. Paste the JSON of the service account once more.',
      { cause },
    )
  }
}

function encode(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}
