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

/** Asks the permission of the flow's own kind: the route's gate only asked for any of them. */
export function authorizeFlow(principal: Principal, type: FlowType, action: FlowAction): void {
  const resource = resourceOf[type]
  const verbs =
    action === 'view'
      ? ['view', 'update']
      : action === 'update' || action === 'create'
        ? ['create', 'update']
        : [action]
  authorize(
    principal,
    verbs.map((verb) => `${resource}:${verb}`),
  )
}

/** Whether somebody may see flows of a kind. */
export function canSeeFlows(principal: Principal, type: FlowType): boolean {
  return can(principal, [`${resourceOf[type]}:view`, `${resourceOf[type]}:update`])
}
