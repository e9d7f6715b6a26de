import type { FlowType, Template } from '@runnel/contract'
import type { FlowListKind } from '../flow-list/flow-kind.ts'

/** The list in which a flow from a template stands; its permissions begin so as well. */
export function listOf({ type }: Pick<Template, 'type'>): FlowListKind {
  return type === 'AgentflowV2' ? 'agentflows' : 'chatflows'
}

/** The kind of flow that a template makes. */
export function flowTypeOf(template: Pick<Template, 'type'>): FlowType {
  return listOf(template) === 'agentflows' ? 'AGENTFLOW' : 'CHATFLOW'
}

/** Where a template is looked at. */
export function previewPath(template: Pick<Template, 'type'>) {
  return listOf(template) === 'agentflows' ? '/v2/marketplace/$id' : '/marketplace/$id'
}
