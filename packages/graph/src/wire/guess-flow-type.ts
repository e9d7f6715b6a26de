import { type FlowType, isJsonObject } from '@runnel/contract'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'

const OLDER_AGENTS: readonly unknown[] = [REFERENCE_NAMES.multiAgents, REFERENCE_NAMES.sequentialAgents]

/**
 * The kind of flow that a file in the wire form holds, as its nodes tell: not every file says the category of the older
 * agents, so that their names count too. Undefined for a flow without nodes.
 */
export function guessFlowType(flow: unknown): Exclude<FlowType, 'ASSISTANT'> | undefined {
  const nodes = isJsonObject(flow) && Array.isArray(flow.nodes) ? flow.nodes.filter(isJsonObject) : []
  const data = nodes.map((node) => node.data).filter(isJsonObject)
  const names = data.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : []))
  if (names.some((name) => name.endsWith(REFERENCE_NAMES.agentNodeEnd))) return 'AGENTFLOW'
  const isOlder = data.some(({ category }) => OLDER_AGENTS.includes(category))
  if (isOlder || names.some((name) => REFERENCE_NAMES.olderAgentNode.test(name))) return 'MULTIAGENT'
  return names.length > 0 ? 'CHATFLOW' : undefined
}
