import { RunnelError } from '@runnel/contract'
import type { HttpSecrets } from '../call-requests.ts'

/** What a header may hold; others than these would be named in the fault of the network client. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * The header that the fields of a credential make: name and password, a bearer token, or a header of the server's own.
 * @throws RunnelError `missing_credential` where no header can hold them; the secret is not in its message
 */
export function authoriseRequest(fields: Record<string, string>): HttpSecrets {
  const [name, value] = headerOf(fields)
  if (HEADER_NAME.test(name) && HEADER_VALUE.test(value)) return { headers: { [name.toLowerCase()]: value } }
  throw new RunnelError(
    'missing_credential',
    'The credential has no name of a header, or a value that no header can hold. Open the credential and check its fields.',
  )
}

function headerOf(fields: Record<string, string>): [name: string, value: string] {
  const { basicAuthUsername, basicAuthPassword = '', token, key = '', value = '' } = fields
  if (basicAuthUsername !== undefined) {
    const pair = new TextEncoder().encode(`${basicAuthUsername}:${basicAuthPassword}`).toBase64()
    return ['authorization', `Basic ${pair}`]
  }
  if (token !== undefined) return ['authorization', `Bearer ${token.trim()}`]
  return [key.trim(), value.trim()]
}
