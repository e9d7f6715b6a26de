import type { TokenRequest } from '../call-requests.ts'
import type { CredentialCall, CredentialTest } from '../credential-test.ts'

/** How a vendor is asked whether it takes a key: the request without it, and how the key is shown. */
export interface KeyTest extends Omit<CredentialCall, 'url'> {
  /** A text, or of the fields of a credential that says itself where its server is. */
  url: string | ((fields: Record<string, string>) => string)
  /** As a bearer's unless given. */
  show?: (key: string) => KeyShown
}

/** What of a request holds the key. */
export interface KeyShown {
  headers?: Record<string, string>
  query?: Record<string, string>
}

const bearer = (key: string): KeyShown => ({ headers: { authorization: `Bearer ${key}` } })

/** Tries a credential by the key in one of its fields. */
export function testKey(field: string, { show = bearer, ...call }: KeyTest): CredentialTest<CredentialCall> {
  return (fields) => {
    const { headers = {}, query = {} } = show(fields[field]?.trim() ?? '')
    const address = typeof call.url === 'string' ? call.url : call.url(fields)
    const url = URL.parse(address)
    for (const [name, value] of Object.entries(query)) url?.searchParams.set(name, value)
    return { ...call, url: url?.href ?? address, headers: { ...call.headers, ...headers } }
  }
}

/** A path of the server that a field of the credential names. */
export function pathAt(field: string, path: string) {
  return (fields: Record<string, string>) =>
    `${(fields[field] ?? '').trim().replace(/(?<!\/)\/+$/, '')}${path}`
}

/** A call that posts JSON. */
export function postingJson(url: string, body: object): CredentialCall {
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** The call that asks a sign-in server for a token. */
export function callForToken({ url, body, encoding }: TokenRequest): CredentialCall {
  if (encoding === 'json') return postingJson(url, body)
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  }
}
