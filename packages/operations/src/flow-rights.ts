import { authorize, can, type Principal } from '@runnel/access'
import { callersSeeSteps, type FlowType, isJsonObject } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'

/** What somebody does with a flow. */
type FlowAction = 'view' | 'create' | 'update' | 'delete' | 'export'

const resourceOf: Record<FlowType, 'chatflows' | 'agentflows' | 'assistants'> = {
  CHATFLOW: 'chatflows',
  AGENTFLOW: 'agentflows',
  MULTIAGENT: 'agentflows',
  ASSISTANT: 'assistants',
}

/** The permissions of which any lets somebody do this with flows of a kind. */
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

/** The chat settings of a flow as an object; a broken text counts as empty. */
export function parseFlowSettings(text: string | null): Record<string, unknown> {
  if (text === null || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** True when a flow's answers are post-processed: they can only come whole. */
export function isPostProcessed(chatbotConfig: string | null): boolean {
  const { postProcessing } = parseFlowSettings(chatbotConfig)
  return isJsonObject(postProcessing) && postProcessing.enabled === true
}

const originOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).host : undefined)

/** Origins that may call a flow from a browser; empty means any. */
export function allowedOrigins(flow: Pick<FlowRow, 'chatbotConfig'>): string[] {
  const { allowedOrigins } = parseFlowSettings(flow.chatbotConfig)
  if (!Array.isArray(allowedOrigins) || allowedOrigins[0] === '') return []
  return allowedOrigins.filter((origin): origin is string => typeof origin === 'string' && origin !== '')
}

/** True when a browser's page of this origin may call the flow. */
export function allowsOrigin(flow: FlowRow, origin: string): boolean {
  const allowed = allowedOrigins(flow)
  const host = originOf(origin)
  return allowed.length === 0 || (host !== undefined && allowed.some((entry) => originOf(entry) === host))
}
