import {
  type FindDefinition,
  type FlowDocument,
  type HistoryNode,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  readFileParam,
} from '@runnel/contract'

/** Values that are long are told in part. */
const LONGEST_VALUE = 1_000

/** A node, and what is set in it. */
interface UsedNode {
  id: string
  type: string
  values: JsonObject
  /** What it is called; without one as its kind is. */
  label?: string
}

/** What is used of a node, for people: secrets, empty values and raw files are left out. */
export function describeUsed(find: FindDefinition, { id, type, values, label }: UsedNode): HistoryNode {
  const definition = find(type)
  return {
    id,
    name: type,
    label: label ?? definition?.label ?? type,
    category: definition?.category ?? '',
    paramValues: definition ? describeParams(definition, values) : [],
  }
}

/** A store of a flow that is filled, and then the nodes that lead to it. */
export function describeFilling(
  find: FindDefinition,
  document: FlowDocument,
  storeId: string,
): HistoryNode[] {
  const before = new Set([storeId])
  for (const id of before)
    for (const { source, target } of document.edges) if (target === id) before.add(source)
  const used = document.nodes.filter(({ id }) => before.has(id))
  const inOrder = [...used.filter(({ id }) => id === storeId), ...used.filter(({ id }) => id !== storeId)]
  return inOrder.map((node) => describeUsed(find, node))
}

function describeParams({ inputs }: NodeDefinition, values: JsonObject): HistoryNode['paramValues'] {
  return inputs.flatMap(({ label, name, type, ...input }) => {
    if (!isParam({ type }) || type === 'password' || type === 'credential') return []
    const value = shown(type, values[name])
    return value === undefined || input.display === false ? [] : [{ label, name, type, value }]
  })
}

/** A value as it is told: files by their names, what is long in part, what is empty not at all. */
function shown(type: string, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (type === 'file' && typeof value === 'string') {
    const names = readFileParam(value).flatMap(({ name }) => name ?? [])
    return names.length > 0 ? names.join(', ') : value.slice(0, LONGEST_VALUE)
  }
  return typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value
}
