import type { Principal } from './principal.ts'

/** Who made a change, for `createdBy`: a user's id or a key's; null when it was neither. */
export function makerOf(principal: Principal): string | null {
  if (principal.kind === 'user') return principal.userId
  return principal.kind === 'api-key' ? principal.keyId : null
}
