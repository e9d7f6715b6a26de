import type { Chatflow, FlowType } from '@runnel/contract'

/** The two lists of flows. */
export type FlowListKind = 'chatflows' | 'agentflows'

/** Which types of flows stand in a list; a new one gets the first. */
export const listedTypes = {
  chatflows: ['CHATFLOW'],
  agentflows: ['AGENTFLOW', 'MULTIAGENT'],
} as const satisfies Record<FlowListKind, readonly FlowType[]>

const canvasOf = {
  CHATFLOW: '/canvas',
  ASSISTANT: '/canvas',
  AGENTFLOW: '/v2/agentcanvas',
  MULTIAGENT: '/agentcanvas',
} as const satisfies Record<FlowType, string>

/** Where an empty flow of a list is drawn. */
export function newFlowPath(kind: FlowListKind) {
  return canvasOf[listedTypes[kind][0]]
}

/** Where a flow is opened. */
export function flowPath(flow: Pick<Chatflow, 'type'>) {
  return `${canvasOf[flow.type]}/$id` as const
}
