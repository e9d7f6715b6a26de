import type { Principal } from '@runnel/access'
import { type Chatflow, RunnelError } from '@runnel/contract'
import { authenticate } from '../auth/authenticate.ts'
import type { OperationContext } from '../context.ts'
import { listFlows } from '../flows/list-flows.ts'

/** Whose key stands in an address, on the two calls that have a place for it. @throws RunnelError `unauthenticated` */
export async function identifyKey(
  context: OperationContext,
  apiKey: string,
): Promise<Principal & { kind: 'api-key' }> {
  const principal = await authenticate(context, { apiKey, hasRefreshToken: false })
  if (principal.kind !== 'api-key') throw new RunnelError('unauthenticated', 'Unauthorized')
  return principal
}

/**
 * The flows that ask for a key, and unless `keyOnly` those of its workspace that ask for none; no more than the key may
 * see, by name, at most 200. @throws RunnelError `unauthenticated`, `forbidden`
 */
export async function listFlowsOfKey(
  context: OperationContext,
  { apiKey, keyOnly }: { apiKey: string; keyOnly: boolean },
): Promise<Chatflow[]> {
  const principal = await identifyKey(context, apiKey)
  const key = { id: principal.keyId, alone: keyOnly }
  return (await listFlows(context, principal, { sort: 'name', key })).rows
}
