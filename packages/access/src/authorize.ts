import { type Permission, permissionsAbout, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { AnonymousPrincipal, Principal } from './principal.ts'

/**
 * True when the principal holds any of the permissions; where none is named the answer is false. The kind of platform
 * plays no part here: that rule is about display.
 */
export function can(principal: Principal, permissions: Permission | readonly Permission[]): boolean {
  const wanted: readonly string[] = typeof permissions === 'string' ? [permissions] : permissions
  return wanted.some((permission) => holds(principal, permission))
}

/**
 * Whether the principal holds a permission that somebody named: one of a role, of a key, or of the tag of documents.
 * Organisation admins and the system hold all, anonymous callers none.
 */
export function holds(principal: Principal, permission: string): boolean {
  switch (principal.kind) {
    case 'system':
      return true
    case 'anonymous':
      return false
    case 'user':
      return principal.isOrganizationAdmin || principal.permissions.includes(permission)
    case 'api-key':
      return principal.permissions.includes(permission)
    default:
      return principal satisfies never
  }
}

/** A principal that belongs to a workspace. */
type KnownPrincipal = Exclude<Principal, AnonymousPrincipal>

/** Throws `unauthenticated` for anonymous callers, with the message that clients of the reference know. */
function assertKnown(principal: Principal): asserts principal is KnownPrincipal {
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
}

/**
 * Lets pass who holds any of the permissions. Throws `unauthenticated` for anonymous callers, for others `forbidden`
 * with what is missing.
 */
export function authorize(
  principal: Principal,
  permissions: Permission | readonly Permission[],
): asserts principal is KnownPrincipal {
  assertKnown(principal)
  if (!can(principal, permissions)) throw rightMissing(principal, permissions)
}

/** What a known caller is told who holds none of the permissions of which one is needed, and who can give it. */
export function rightMissing(
  principal: KnownPrincipal,
  wanted: Permission | readonly Permission[],
): RunnelError {
  const permissions = [wanted].flat()
  const named = { permissions: permissions.join(' / ') }
  if (principal.kind !== 'api-key') return refusalOf('forbidden', tellWhy('right_missing', named))
  const ofPeople = permissionsAbout('people')
  const isGiven = permissions.some((permission) => !ofPeople.includes(permission))
  return refusalOf('forbidden', isGiven ? tellWhy('key_right_missing', named) : tellWhy('person_needed'))
}

/** The workspace of a caller who must have one. @throws RunnelError `unauthenticated` for anonymous callers */
export function workspaceOf(principal: Principal): string {
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  return principal.workspaceId
}
