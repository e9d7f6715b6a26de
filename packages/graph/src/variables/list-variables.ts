import {
  type FindDefinition,
  type FlowDocument,
  type FlowNode,
  FORM_INPUT,
  findParamReadAs,
  findValueReadAs,
  type InputDefinition,
  type JsonObject,
  type NodeDefinition,
  type OutputType,
  type ParamMeaning,
} from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { containersOf, type DocumentIndex, indexDocument } from '../document/index-document.ts'
import { rowsOf } from '../document/rows.ts'
import { flowKindOf } from '../plan/flow-kind.ts'
import { reachableFrom } from '../plan/sort-topologically.ts'

/** Groups under which a param editor shows variables. */
export type VariableGroup = 'chat' | 'run' | 'form' | 'state' | 'iteration' | 'output' | 'variable' | 'own'

/** One variable that may be put into a param. `reference` is what stands inside the braces. */
export interface OfferedVariable {
  reference: string
  label: string
  group: VariableGroup
  /** What its value is, where the definition of its step says so. */
  type?: OutputType
}

/** Whose param it is, and what else is known. `ownOutput`: for the values of state updates. */
export interface VariableRequest {
  nodeId: string
  variableNames?: readonly string[]
  ownOutput?: boolean
}

function offer(group: VariableGroup, reference: string, label = reference): OfferedVariable {
  return { reference, label, group }
}

const CHAT = [offer('chat', 'question'), offer('chat', 'chat_history'), offer('chat', 'file_attachment')]
const AGENT_RUN = [
  offer('run', 'current_date_time'),
  offer('run', 'runtime_messages_length'),
  offer('run', 'loop_count'),
]
const FLOW = ['sessionId', 'chatId', 'chatflowId'].map((name) => offer('run', `$flow.${name}`))

function ancestorsOf(node: FlowNode, index: DocumentIndex): FlowNode[] {
  const sourcesOf = (id: string) => (index.edgesTo.get(id) ?? []).map((edge) => edge.source)
  const containers = containersOf(node, index.nodes)
  const reached = reachableFrom([node.id, ...containers], sourcesOf)
  return [...index.nodes.values()].filter(
    ({ id }) => reached.has(id) && id !== node.id && !containers.includes(id),
  )
}

/** A name that a row gives to something, and of what kind that is where a field of the row says so. */
type RowKey = Pick<OfferedVariable, 'type'> & { key: string }

function keysOfRows(node: FlowNode, definition: NodeDefinition | undefined, rows: RowsOfKeys): RowKey[] {
  const param = findParamReadAs(definition, rows.meaning)
  const keys = new Map<string, RowKey>()
  for (const { row } of rowsOf(param && node.values[param.name])) {
    const key = row[rows.field]
    if (typeof key === 'string' && key !== '' && !keys.has(key)) keys.set(key, { key, ...typeOf(row, param) })
  }
  return [...keys.values()]
}

/** The rows that the product reads as something, and the field that holds their name. */
interface RowsOfKeys {
  meaning: ParamMeaning
  field: string
}

function typeOf(row: JsonObject, param: InputDefinition | undefined): Pick<OfferedVariable, 'type'> {
  for (const { name, options = [] } of param?.array ?? []) {
    const type = options.find((option) => option.name === row[name])?.gives
    if (type !== undefined) return { type }
  }
  return {}
}

function outputsOf(node: FlowNode, definition: NodeDefinition | undefined): OfferedVariable[] {
  const keys = keysOfRows(node, definition, { meaning: 'structuredOutput', field: 'key' })
  return [
    offer('output', node.id, node.label),
    ...keys.map(({ key, ...type }) => ({
      ...offer('output', `${node.id}.output.${key}`, `${node.label}: ${key}`),
      ...type,
    })),
    ...(definition?.gives ?? []).map(({ path, label, type }) => ({
      ...offer('output', `${node.id}.output.${path}`, `${node.label}: ${label}`),
      type,
    })),
  ]
}

function fromStart(start: FlowNode | undefined, definition: NodeDefinition | undefined): OfferedVariable[] {
  if (!start) return []
  const isForm = findValueReadAs(start.values, definition, 'startInput') === FORM_INPUT
  const fields = isForm ? keysOfRows(start, definition, { meaning: 'form.fields', field: 'name' }) : []
  const keys = keysOfRows(start, definition, { meaning: 'state', field: 'key' })
  return [
    ...fields.map(({ key, ...type }) => ({ ...offer('form', `$form.${key}`), ...type })),
    ...keys.map(({ key }) => offer('state', `$flow.state.${key}`)),
  ]
}

/** Only nodes that are run once per item hold others. */
function isInIteration(node: FlowNode, index: DocumentIndex): boolean {
  return containersOf(node, index.nodes).length > 0
}

function agentVariables(node: FlowNode, index: DocumentIndex, find: FindDefinition): OfferedVariable[] {
  const all = [...index.nodes.values()]
  const definitionOf = (candidate: FlowNode) => findNodeDefinition(candidate, find)
  const isTrigger = (candidate: FlowNode) => definitionOf(candidate)?.kind === 'trigger'
  const start = all.find(isTrigger)
  return [
    ...CHAT,
    ...AGENT_RUN,
    ...FLOW,
    ...fromStart(start, start && definitionOf(start)),
    ...(isInIteration(node, index) ? [offer('iteration', '$iteration')] : []),
    ...ancestorsOf(node, index)
      .filter((ancestor) => !isTrigger(ancestor))
      .flatMap((ancestor) => outputsOf(ancestor, definitionOf(ancestor))),
  ]
}

function chatVariables(node: FlowNode, index: DocumentIndex): OfferedVariable[] {
  const sources = new Set(
    (index.edgesTo.get(node.id) ?? []).filter((edge) => edge.role === 'value').map((edge) => edge.source),
  )
  const outputs = [...sources].flatMap((id) => {
    const source = index.nodes.get(id)
    return source ? [offer('output', `${id}.data.instance`, source.label)] : []
  })
  return [...CHAT, ...FLOW, ...outputs]
}

/**
 * The variables that a param of a node may use: of the chat, the run, the form, the state, the iteration around
 * it, the outputs of the steps before it, and the workspace's. Empty for a node that is not there.
 */
export function listVariables(
  document: FlowDocument,
  find: FindDefinition,
  { nodeId, variableNames = [], ownOutput = false }: VariableRequest,
): OfferedVariable[] {
  const index = indexDocument(document)
  const node = index.nodes.get(nodeId)
  if (!node) return []
  const isAgent = flowKindOf(document, find) === 'agent'
  return [
    ...(isAgent ? agentVariables(node, index, find) : chatVariables(node, index)),
    ...variableNames.map((name) => offer('variable', `$vars.${name}`)),
    ...(ownOutput ? [offer('own', 'output', node.label)] : []),
  ]
}
