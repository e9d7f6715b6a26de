import { authorize, can, type Principal } from '@runnel/access'
import type { FlowType } from '@runnel/contract'

/** What somebody does with a flow. */
export type FlowAction = 'view' | 'create' | 'update' | 'delete' | 'export'

const resourceOf: Record<FlowType, 'chatflows' | 'agentflows' | 'assistants'> = {
  CHATFLOW: 'chatflows',
  AGENTFLOW: 'agentflows',
  MULTIAGENT: 'agentflows',
  ASSISTANT: 'assistants',
}

function permissionsFor(type: FlowType, action: FlowAction): string[] {
  const resource = resourceOf[type]
  const verbs =
    action === 'view'
      ? ['view', 'update']
      : action === 'update' || action === 'create'
        ? ['create', 'update']
        : [action]
  return verbs.map((verb) => `${resource}:${verb}`)
}

/** Asks the permission of the flow's own kind: the route's gate only asked for any of them. */
export function authorizeFlow(principal: Principal, type: FlowType, action: FlowAction): void {
  authorize(principal, permissionsFor(type, action))
}

/** Whether somebody may do this with flows of a kind. */
export function mayOnFlows(principal: Principal, type: FlowType, action: FlowAction): boolean {
  return can(principal, permissionsFor(type, action))
}
