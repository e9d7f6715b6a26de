import { authorize, can, type Principal } from '@runnel/access'
import { callersSeeSteps, type FlowType } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'

/** What somebody does with a flow. */
export type FlowAction = 'view' | 'create' | 'update' | 'delete' | 'export'

const resourceOf: Record<FlowType, 'chatflows' | 'agentflows' | 'assistants'> = {
  CHATFLOW: 'chatflows',
  AGENTFLOW: 'agentflows',
  MULTIAGENT: 'agentflows',
  ASSISTANT: 'assistants',
}

/** The permissions of which any lets somebody do this with flows of a kind. */
export function permissionsFor(type: FlowType, action: FlowAction): string[] {
  const resource = resourceOf[type]
  const verbs =
    action === 'view'
      ? ['view', 'update']
      : action === 'update' || action === 'create'
        ? ['create', 'update']
        : [action]
  return verbs.map((verb) => `${resource}:${verb}`)
}

/** Whether somebody may do this with flows of a kind. */
export function mayOnFlows(principal: Principal, type: FlowType, action: FlowAction): boolean {
  return can(principal, permissionsFor(type, action))
}

/** Asks the permission of the flow's own kind: the route's gate only asked for any of them. */
export function authorizeFlow(principal: Principal, type: FlowType, action: FlowAction): void {
  authorize(principal, permissionsFor(type, action))
}

/**
 * Whether a caller of a flow is shown what its steps did: people and keys of the workspace who may see executions, and
 * everybody where the author said so (`callersSeeSteps` in `apiConfig`). All others get the view of strangers.
 */
export function seesSteps(
  principal: Principal,
  { workspaceId, apiConfig }: Pick<FlowRow, 'workspaceId' | 'apiConfig'>,
): boolean {
  const isMember = principal.kind !== 'anonymous' && principal.workspaceId === workspaceId
  if (isMember && can(principal, 'executions:view')) return true
  return callersSeeSteps(apiConfig)
}
