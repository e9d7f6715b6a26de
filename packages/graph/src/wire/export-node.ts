import { type FlowEdge, type FlowNode, isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { isInputVisible } from '../rules/visibility.ts'
import type { EndNode } from './edge-ends.ts'
import { exportDefinition } from './export-definition.ts'
import { exportInputs, exportOwnCredential } from './export-values.ts'
import { OWN_KEY, wireNodeType } from './wire-keys.ts'

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function ownFields({ disabled, note }: FlowNode): JsonObject {
  if (disabled === undefined && note === undefined) return {}
  return {
    [OWN_KEY]: { ...(disabled === undefined ? {} : { disabled }), ...(note === undefined ? {} : { note }) },
  }
}

function definitionOf(end: EndNode): JsonObject {
  const { node, definition } = end
  if (end.isForeign) return node.foreignDefinition ?? {}
  const scope = { values: node.values, inputs: definition.inputs }
  return exportDefinition(end, (input) => isInputVisible(input, scope))
}

/** What a wire node is written from. `edges` are those that end at it, `definition` stands inside its data. */
export interface NodeParts {
  end: EndNode
  edges: readonly FlowEdge[]
  definition: JsonObject
  positionAbsolute: { x: number; y: number }
}

function writeData({ end, edges, definition }: NodeParts): JsonObject {
  const { node } = end
  const extra = objectOf(node.extra?.data)
  return {
    id: node.id,
    label: node.label,
    ...(node.typeVersion === undefined ? {} : { version: node.typeVersion }),
    name: node.type,
    ...definition,
    ...(extra.inputs === undefined ? { inputs: exportInputs(node, end.definition, edges) } : {}),
    outputs: node.outputs ?? {},
    ...extra,
    ...exportOwnCredential(node),
    ...ownFields(node),
    selected: false,
  }
}

/** Absolute places of nodes: children of containers are placed relative to them. */
export type AbsolutePlaces = (node: FlowNode) => { x: number; y: number }

/** Writes one node in the reference's form. `edges` are those that end at it. */
export function exportNode(end: EndNode, edges: readonly FlowEdge[], placeOf: AbsolutePlaces): JsonObject {
  return writeNode({ end, edges, definition: definitionOf(end), positionAbsolute: placeOf(end.node) })
}

/** Writes one node in the reference's form, with whatever definition is given. */
export function writeNode(parts: NodeParts): JsonObject {
  const { end, positionAbsolute } = parts
  const { node } = end
  return {
    id: node.id,
    position: { ...node.position },
    type: wireNodeType(end.definition),
    data: writeData(parts),
    ...(node.size ?? {}),
    ...(node.parent === undefined ? {} : { parentNode: node.parent, extent: 'parent' }),
    ...objectOf(node.extra?.node),
    selected: false,
    positionAbsolute,
    dragging: false,
  }
}
