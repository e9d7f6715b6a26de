import { type FlowType, isJsonObject } from '@runnel/contract'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'

const OLDER_AGENTS: readonly unknown[] = [REFERENCE_NAMES.multiAgents, REFERENCE_NAMES.sequentialAgents]

/** The kind of flow that a file in the wire form holds, where its nodes tell; undefined where they may be of any. */
export function guessFlowType(flow: unknown): Extract<FlowType, 'AGENTFLOW' | 'MULTIAGENT'> | undefined {
  const nodes = isJsonObject(flow) && Array.isArray(flow.nodes) ? flow.nodes.filter(isJsonObject) : []
  const data = nodes.map((node) => node.data).filter(isJsonObject)
  if (data.some(({ name }) => name === REFERENCE_NAMES.agentStart)) return 'AGENTFLOW'
  return data.some(({ category }) => OLDER_AGENTS.includes(category)) ? 'MULTIAGENT' : undefined
}
