import {
  type FlowEdge,
  type FlowNode,
  type InputDefinition,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
} from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { instanceReference, readInstanceReference } from '../definitions/instance-reference.ts'
import { isDeepEqual } from '../document/deep-equal.ts'
import { withoutRowIds } from '../document/rows.ts'
import { setAtPath } from '../document/value-path.ts'
import { groupBy } from '../plan/sort-topologically.ts'
import type { EndNode } from './edge-ends.ts'
import { defaultSpelling } from './import-extra.ts'
import { isWrittenEmpty, KEY_ORDER, keyOrderOf, keysAt, putInKeyOrder } from './key-order.ts'
import { DATA_SPELLING, OWN_CREDENTIAL } from './take-credentials.ts'

/** An odd id that nobody could read back as one, such as an empty one, is told by its edge alone. */
function referenceTo(source: string): string[] {
  const reference = instanceReference(source)
  return readInstanceReference(reference) === source ? [reference] : []
}

function anchorValue(input: InputDefinition, items: JsonValue[]): JsonValue | undefined {
  return items.length > 1 || (items.length === 1 && input.list === true) ? items : items[0]
}

/** Writes the strings of the anchors again: edges in document order, then what stood there without an edge. */
function anchorValues(node: FlowNode, definition: NodeDefinition, edges: readonly FlowEdge[]): JsonObject {
  const values: JsonObject = {}
  const edgesAt = groupBy(edges, (edge) => edge.targetAnchor)
  for (const input of definition.inputs) {
    if (isParam(input)) continue
    const sources = new Set((edgesAt.get(input.name) ?? []).map((edge) => edge.source))
    const written = node.values[input.name]
    const value = anchorValue(input, [...[...sources].flatMap(referenceTo), ...anchorItems(written)])
    if (value !== undefined) values[input.name] = value
    else if (written === undefined && isWrittenEmpty(node, input.name)) values[input.name] = ''
  }
  return values
}

function spellingsOf(node: FlowNode, place: string): string[] {
  const recorded = node.extra?.credentialSpellings
  const names =
    typeof recorded === 'object' && recorded !== null && !Array.isArray(recorded)
      ? recorded[place]
      : undefined
  const texts = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  return texts.length > 0 ? texts : [defaultSpelling(place)]
}

function writeCredential(node: FlowNode, values: JsonObject, place: string): JsonObject {
  const id = node.credentials?.[place]
  if (id === undefined) return values
  const isOwn = place === OWN_CREDENTIAL
  return spellingsOf(node, place)
    .filter((name) => name !== DATA_SPELLING)
    .reduce((result, name) => setAtPath(result, isOwn ? name : `${place}.${name}`, id), values)
}

/** Values, references of the edges and credential ids in one object, rows still with their ids. */
export function writeInputs(
  node: FlowNode,
  definition: NodeDefinition,
  edges: readonly FlowEdge[],
): JsonObject {
  const anchors = isAgentFlowNode(definition) ? {} : anchorValues(node, definition, edges)
  let values = { ...node.values, ...anchors }
  for (const place of Object.keys(node.credentials ?? {})) values = writeCredential(node, values, place)
  return putInKeyOrder(node, values)
}

/** The `inputs` of a wire node: what `writeInputs` gives, without row ids. */
export function exportInputs(
  node: FlowNode,
  definition: NodeDefinition,
  edges: readonly FlowEdge[],
): JsonObject {
  return withoutRowIds(writeInputs(node, definition, edges)) as JsonObject
}

/** The `credential` field beside `inputs`, where the node's own id is written there. */
export function exportOwnCredential(node: FlowNode): JsonObject {
  const id = node.credentials?.[OWN_CREDENTIAL]
  if (id === undefined || !spellingsOf(node, OWN_CREDENTIAL).includes(DATA_SPELLING)) return {}
  return { credential: id }
}

function withoutKeyOrder(node: FlowNode): FlowNode {
  const { extra, ...rest } = node
  const { [KEY_ORDER]: _order, ...others } = extra ?? {}
  return Object.keys(others).length > 0 ? { ...rest, extra: others } : rest
}

/**
 * Keeps the order as an export writes it, with what the edges add; forgets it where an export puts the same keys in the
 * same places by itself.
 */
export function settleKeyOrder({ node, definition }: EndNode, edges: readonly FlowEdge[]): FlowNode {
  const order = keyOrderOf(node)
  if (!order) return node
  const plain = withoutKeyOrder(node)
  const usual = writeInputs(plain, definition, edges)
  const written = writeInputs(node, definition, edges)
  const settled = Object.fromEntries(Object.keys(order).map((path) => [path, keysAt(written, path)]))
  const isUsual = Object.entries(settled).every(([path, keys]) => isDeepEqual(keysAt(usual, path), keys))
  return isUsual ? plain : { ...plain, extra: { ...plain.extra, [KEY_ORDER]: settled } }
}

/** What stands in an anchor, one by one: texts and lists mean the same, and what is empty stands for nothing. */
export function anchorItems(value: JsonValue | undefined): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(anchorItems)
  return value === undefined || value === null || value === '' ? [] : [value]
}
