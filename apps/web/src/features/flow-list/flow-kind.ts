import type { FlowType } from '@runnel/contract'
import { canvasOf } from '../../app/flow-path.ts'

/** The two lists of flows. */
export type FlowListKind = 'chatflows' | 'agentflows'

/** Which types of flows stand in a list; a new one gets the first. */
export const listedTypes = {
  chatflows: ['CHATFLOW'],
  agentflows: ['AGENTFLOW', 'MULTIAGENT'],
} as const satisfies Record<FlowListKind, readonly FlowType[]>

/** Where an empty flow of a list is drawn. */
export function newFlowPath(kind: FlowListKind) {
  return canvasOf[listedTypes[kind][0]]
}
