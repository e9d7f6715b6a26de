import { RunnelError } from '@runnel/contract'

/** What a header may hold; others than these would be named in the fault of the network client. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** Headers by their names in small letters. @throws RunnelError `invalid_input` naming the one that is none, without its value */
export function checkHeaders(pairs: [name: string, value: string][], where: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (!HEADER_NAME.test(name)) {
      throw new RunnelError('invalid_input', `${where}: “${name.slice(0, 100)}” is no name of a header.`)
    }
    if (!HEADER_VALUE.test(value)) {
      throw new RunnelError('invalid_input', `${where}.${name} holds characters that no header may have.`)
    }
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** An address of the web. @throws RunnelError `invalid_input` naming the param */
export function checkAddress(text: string, where: string): string {
  const address = text.trim()
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new RunnelError(
    'invalid_input',
    `${where}: “${address.slice(0, 200)}” is no address. Write it in full, with https:// in front.`,
  )
}
