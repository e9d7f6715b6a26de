import { RunnelError } from '@runnel/contract'

/**
 * The address of a server that a credential names, as what stands before a path (`HttpSecrets.base`).
 * @throws RunnelError `missing_credential` without one, `invalid_input` for what is none
 */
export function readServerBase(address: string, example: string): string {
  const text = address.trim()
  if (text === '')
    throw new RunnelError(
      'missing_credential',
      `The credential names no server. Write its address there, such as ${example}.`,
    )
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFit = url && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === ''
  if (!isFit)
    throw new RunnelError(
      'invalid_input',
      `The address in the credential is none of the web. Correct it, such as ${example}.`,
    )
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}
