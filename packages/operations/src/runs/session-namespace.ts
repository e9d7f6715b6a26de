import type { Principal } from '@runnel/access'

/** Whose sessions a caller's are: conversations of different callers never meet (`docs/compatibility.md`). */
export function sessionNamespace(principal: Principal): string {
  switch (principal.kind) {
    case 'user':
      return `user:${principal.userId}`
    case 'api-key':
    case 'system':
      return `workspace:${principal.workspaceId}`
    case 'anonymous':
      return 'anonymous'
    default:
      return principal satisfies never
  }
}
