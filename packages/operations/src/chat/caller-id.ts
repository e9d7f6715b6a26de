import type { Principal } from '@runnel/access'

/** Id of the user or key that calls; null for anonymous callers. */
export function callerIdOf(principal: Principal): string | null {
  if (principal.kind === 'user') return principal.userId
  return principal.kind === 'api-key' ? principal.keyId : null
}
