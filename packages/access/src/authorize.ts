import { RunnelError } from '@runnel/contract'
import { can } from './can.ts'
import type { AnonymousPrincipal, Principal } from './principal.ts'

/** A principal that belongs to a workspace. */
export type KnownPrincipal = Exclude<Principal, AnonymousPrincipal>

/** Throws `unauthenticated` for anonymous callers, with the message that clients of the reference know. */
function assertKnown(principal: Principal): asserts principal is KnownPrincipal {
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
}

/**
 * Lets pass who holds any of the permissions. Throws `unauthenticated` for anonymous callers, `forbidden` for others;
 * the message names no permission.
 */
export function authorize(
  principal: Principal,
  permissions: string | readonly string[],
): asserts principal is KnownPrincipal {
  assertKnown(principal)
  if (!can(principal, permissions)) throw new RunnelError('forbidden', 'Forbidden')
}
