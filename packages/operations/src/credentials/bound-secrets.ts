import { RunnelError } from '@runnel/contract'

/** The field of an opened credential that holds the one address to which it may go; no credential type has it. */
export const BOUND_TO = 'runnel:boundTo'

/**
 * The fields of a credential for a request to this address, without what binds them.
 * @throws RunnelError `credential_host_mismatch` for another server than the one that the token was made for
 */
export function unbind(
  { [BOUND_TO]: boundTo, ...fields }: Record<string, string>,
  url: string,
): Record<string, string> {
  if (boundTo === undefined || isSamePlace(boundTo, url)) return fields
  const host = URL.canParse(url) ? new URL(url).host : 'a program'
  throw new RunnelError(
    'credential_host_mismatch',
    `The credential is for ${boundTo} alone, and was to go to ${host}. Choose the credential of that server, or write the address as it stands in the credential.`,
  )
}

function isSamePlace(bound: string, url: string): boolean {
  if (!URL.canParse(url)) return false
  const [a, b] = [new URL(bound), new URL(url)].map(
    ({ origin, pathname }) => `${origin}${pathname.replace(/\/$/, '')}`,
  )
  return a === b
}
