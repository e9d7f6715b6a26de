import type { FlowType } from '@runnel/contract'

/** Where flows of a type are drawn. */
export const canvasOf = {
  CHATFLOW: '/canvas',
  ASSISTANT: '/canvas',
  AGENTFLOW: '/v2/agentcanvas',
  MULTIAGENT: '/agentcanvas',
} as const satisfies Record<FlowType, string>

/** Where a flow is opened. */
export function flowPath(flow: { type: FlowType }) {
  return `${canvasOf[flow.type]}/$id` as const
}
