import type { Principal } from '@runnel/access'
import type { FlowRow } from '@runnel/db'
import { mayOnFlows } from '../flows/flow-permissions.ts'

/** The namespace of everybody who is nobody in particular. */
export const ANONYMOUS = 'anonymous'

/** Whether a key of the flow's own workspace may run it; another key is nobody in particular. */
function isMember(
  principal: Principal & { kind: 'api-key' },
  flow: Pick<FlowRow, 'workspaceId' | 'type' | 'apikeyid'>,
): boolean {
  const mayRun = principal.keyId === flow.apikeyid || mayOnFlows(principal, flow.type, 'view')
  return principal.workspaceId === flow.workspaceId && mayRun
}

/** Whose sessions with a flow a caller's are: conversations of different callers never meet (`docs/compatibility.md`). */
export function sessionNamespace(
  principal: Principal,
  flow: Pick<FlowRow, 'workspaceId' | 'type' | 'apikeyid'>,
): string {
  switch (principal.kind) {
    case 'user':
      return `user:${principal.userId}`
    case 'api-key':
      return isMember(principal, flow) ? `workspace:${principal.workspaceId}` : ANONYMOUS
    case 'system':
      return `workspace:${principal.workspaceId}`
    case 'anonymous':
      return ANONYMOUS
    default:
      return principal satisfies never
  }
}
