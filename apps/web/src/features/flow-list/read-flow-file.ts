import { type CreateChatflowBody, type FlowType, isJsonObject } from '@runnel/contract'
import { type FlowListKind, listedTypes } from './flow-kind.ts'

const TYPES: readonly FlowType[] = ['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT']
/** Nodes of an agent flow, by the end of their names. */
const AGENT_NODE = 'Agentflow'
/** Nodes of the older kind of agents, by their names: not every file says their category. */
const OLDER_NODES = /^(seq[A-Z]\w*|supervisor|worker)$/
/** Nodes of these make a flow of the older kind of agents. */
const OLDER_CATEGORIES = ['Multi Agents', 'Sequential Agents'] as const

/**
 * Makes from the text of a flow file what creates the flow. The text itself goes to the server, which takes every form
 * that is met in the wild; here only the name and the kind are looked for. Undefined when the text is no JSON object.
 */
export function readFlowFile(
  text: string,
  fileName: string,
  kind: FlowListKind,
): Pick<CreateChatflowBody, 'name' | 'type' | 'flowData'> | undefined {
  const withoutMark = text.replace(/^\uFEFF/, '')
  const file = parse(withoutMark)
  if (!isJsonObject(file)) return undefined
  const inner = typeof file.flowData === 'string' ? parse(file.flowData) : (file.flowData ?? file)
  const named = typeof file.name === 'string' ? file.name.trim() : ''
  const type = TYPES.find((each) => each === file.type)
  return {
    name: (named || nameOfFile(fileName)).slice(0, 500),
    type: type ?? typeOf(inner, kind),
    flowData: withoutMark,
  }
}

function nameOfFile(fileName: string): string {
  return (
    fileName
      .replace(/\.json$/i, '')
      .replace(/ (Chatflow|Agents)$/, '')
      .trim() || 'Imported flow'
  )
}

function typeOf(flow: unknown, kind: FlowListKind): FlowType {
  const nodes = isJsonObject(flow) && Array.isArray(flow.nodes) ? flow.nodes.filter(isJsonObject) : []
  const data = nodes.map((node) => node.data).filter(isJsonObject)
  const names = data.map(({ name }) => (typeof name === 'string' ? name : ''))
  if (names.some((name) => name.endsWith(AGENT_NODE))) return 'AGENTFLOW'
  const isOlder = data.some(({ category }) => OLDER_CATEGORIES.some((each) => each === category))
  if (isOlder || names.some((name) => OLDER_NODES.test(name))) return 'MULTIAGENT'
  // Only an empty flow says nothing: it becomes what the list is of.
  return names.some((name) => name !== '') ? 'CHATFLOW' : listedTypes[kind][0]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
