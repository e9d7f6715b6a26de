import { holds } from './authorize.ts'
import type { Principal } from './principal.ts'

/** True when the principal holds every one of the permissions: only then may it give them to somebody. */
export function holdsAll(principal: Principal, permissions: readonly string[]): boolean {
  return permissions.every((permission) => holds(principal, permission))
}
