import { RunnelError } from '@runnel/contract'
import type { Principal } from './principal.ts'

/** The workspace of a caller who must have one. @throws RunnelError `unauthenticated` for anonymous callers */
export function workspaceOf(principal: Principal): string {
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  return principal.workspaceId
}
