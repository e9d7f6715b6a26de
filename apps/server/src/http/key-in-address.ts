import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { authenticate, type OperationContext } from '@runnel/operations'

/** Whose key stands in an address, on the two calls that have a place for it. @throws RunnelError `unauthenticated` */
export async function identifyKey(
  context: OperationContext,
  apiKey: string,
): Promise<Principal & { kind: 'api-key' }> {
  const principal = await authenticate(context, { apiKey, hasRefreshToken: false })
  if (principal.kind !== 'api-key') throw new RunnelError('unauthenticated', 'Unauthorized')
  return principal
}
