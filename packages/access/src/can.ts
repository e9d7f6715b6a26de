import type { Principal } from './principal.ts'
import { splitPermissions } from './split-permissions.ts'

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
