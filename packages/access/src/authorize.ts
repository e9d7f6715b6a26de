import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { AnonymousPrincipal, Principal } from './principal.ts'

/**
 * True when the principal holds any of the permissions. Organisation admins and the system hold all, anonymous callers
 * none; where no permission is named the answer is false. The kind of platform plays no part here: that rule
 * is about display.
 */
export function can(principal: Principal, permissions: string | readonly string[]): boolean {
  const wanted = splitPermissions(permissions)
  if (wanted.length === 0) return false
  switch (principal.kind) {
    case 'system':
      return true
    case 'anonymous':
      return false
    case 'user':
      return principal.isOrganizationAdmin || holdsAny(principal.permissions, wanted)
    case 'api-key':
      return holdsAny(principal.permissions, wanted)
    default:
      return principal satisfies never
  }
}

function holdsAny(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((permission) => held.includes(permission))
}

/** The permissions of a list, or of a text that separates several by commas; empty ones are dropped. */
export function splitPermissions(permissions: string | readonly string[]): string[] {
  const list = typeof permissions === 'string' ? permissions.split(',') : permissions
  return list.map((permission) => permission.trim()).filter((permission) => permission !== '')
}

/** A principal that belongs to a workspace. */
type KnownPrincipal = Exclude<Principal, AnonymousPrincipal>

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
  if (!can(principal, permissions)) throw refusalOf('forbidden', tellWhy('forbidden'))
}

/** The workspace of a caller who must have one. @throws RunnelError `unauthenticated` for anonymous callers */
export function workspaceOf(principal: Principal): string {
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  return principal.workspaceId
}
