import { authorize, can, type Principal } from '@runnel/access'
import { callersSeeSteps, type FlowType, isJsonObject, type Permission } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'

/** What somebody does with a flow. `config`: changes how it answers callers; `domains`: which pages may call it. */
type FlowAction = 'view' | 'create' | 'update' | 'delete' | 'export' | 'config' | 'domains'

type FlowRights = Readonly<Record<FlowAction, readonly [Permission, ...Permission[]]>>

function rightsOn(kind: 'chatflows' | 'agentflows'): FlowRights {
  return {
    view: [`${kind}:view`, `${kind}:update`],
    create: [`${kind}:create`, `${kind}:update`],
    update: [`${kind}:create`, `${kind}:update`],
    delete: [`${kind}:delete`],
    export: [`${kind}:export`],
    config: [`${kind}:config`],
    domains: [`${kind}:domains`],
  }
}

const CHANGES_ASSISTANTS = ['assistants:create', 'assistants:update'] as const

/** By the kind of the flow, of which rights any is enough. Assistants have no rights of export and settings of their own. */
const rightsOf: Readonly<Record<FlowType, FlowRights>> = {
  CHATFLOW: rightsOn('chatflows'),
  AGENTFLOW: rightsOn('agentflows'),
  MULTIAGENT: rightsOn('agentflows'),
  ASSISTANT: {
    view: ['assistants:view', 'assistants:update'],
    create: CHANGES_ASSISTANTS,
    update: CHANGES_ASSISTANTS,
    delete: ['assistants:delete'],
    export: CHANGES_ASSISTANTS,
    config: CHANGES_ASSISTANTS,
    domains: CHANGES_ASSISTANTS,
  },
}

/** The right that somebody lacks to do this with flows of a kind; undefined for who may. */
export function lackedOnFlows(
  principal: Principal,
  type: FlowType,
  action: FlowAction,
): Permission | undefined {
  return mayOnFlows(principal, type, action) ? undefined : rightsOf[type][action][0]
}

/** Whether somebody may do this with flows of a kind. */
export function mayOnFlows(principal: Principal, type: FlowType, action: FlowAction): boolean {
  return can(principal, rightsOf[type][action])
}

/** Asks the permission of the flow's own kind: the route's gate only asked for any of them. */
export function authorizeFlow(principal: Principal, type: FlowType, action: FlowAction): void {
  authorize(principal, rightsOf[type][action])
}

/** Whether who calls a flow is nobody of its workspace: without a session and a key, or with those of another one. */
export function isStrangerTo({ workspaceId }: Pick<FlowRow, 'workspaceId'>, principal: Principal): boolean {
  return principal.kind === 'anonymous' || principal.workspaceId !== workspaceId
}

/**
 * Whether a caller of a flow is shown what its steps did: people and keys of the workspace who may see executions, and
 * everybody where the author said so (`callersSeeSteps` in `apiConfig`). All others get the view of strangers.
 */
export function seesSteps(principal: Principal, flow: Pick<FlowRow, 'workspaceId' | 'apiConfig'>): boolean {
  if (!isStrangerTo(flow, principal) && can(principal, 'executions:view')) return true
  return callersSeeSteps(flow.apiConfig)
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

const hostOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).host : undefined)

/** Origins that may call a flow from a browser; empty means any. */
export function allowedOrigins(flow: Pick<FlowRow, 'chatbotConfig'>): string[] {
  const { allowedOrigins } = parseFlowSettings(flow.chatbotConfig)
  if (!Array.isArray(allowedOrigins) || allowedOrigins[0] === '') return []
  return allowedOrigins.filter((origin): origin is string => typeof origin === 'string' && origin !== '')
}

/** True when a browser's page of this origin may call the flow. */
export function allowsOrigin(flow: FlowRow, origin: string): boolean {
  const allowed = allowedOrigins(flow)
  const host = hostOf(origin)
  return allowed.length === 0 || (host !== undefined && allowed.some((entry) => hostOf(entry) === host))
}
