import { isJsonObject, type JsonObject, type JsonValue, type NodeDefinition } from '@runnel/contract'
import { importFlow } from '@runnel/graph'
import { tidyDocument } from './tidy-document.ts'

/**
 * Puts the cards of a flow file apart where ours, which are wider than those of other programs, would cover each other.
 * Only places and sizes change; a file that cannot be read stays as it is: the server says why.
 */
export function spreadFlowFile(text: string, definitions: readonly NodeDefinition[]): string {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const find = (type: string) => byName.get(type)
  try {
    const file: unknown = JSON.parse(text)
    if (!isJsonObject(file)) return text
    const { document } = importFlow(file, find)
    const tidied = tidyDocument(document, find)
    if (tidied === document) return text
    const places = new Map(tidied.nodes.map(({ id, position, size }) => [id, { position, size }]))
    return JSON.stringify(placeNodes(file, places))
  } catch {
    return text
  }
}

type Places = ReadonlyMap<
  string,
  { position: { x: number; y: number }; size: { width: number; height: number } | undefined }
>

/** `flowData` may stand inside of a record, as an object or as text. */
function placeNodes(flow: JsonObject, places: Places): JsonObject {
  if (typeof flow.flowData === 'string') {
    const inner: unknown = JSON.parse(flow.flowData)
    return isJsonObject(inner) ? { ...flow, flowData: JSON.stringify(placeNodes(inner, places)) } : flow
  }
  if (isJsonObject(flow.flowData)) return { ...flow, flowData: placeNodes(flow.flowData, places) }
  if (!Array.isArray(flow.nodes)) return flow
  return { ...flow, nodes: flow.nodes.map((node) => placeNode(node, places)) }
}

function placeNode(node: JsonValue, places: Places): JsonValue {
  const place = isJsonObject(node) && typeof node.id === 'string' ? places.get(node.id) : undefined
  if (!isJsonObject(node) || place === undefined) return node
  return { ...node, position: place.position, ...(place.size ?? {}) }
}
