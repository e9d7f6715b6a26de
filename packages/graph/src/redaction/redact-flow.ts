import {
  type FindDefinition,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@runnel/contract'
import { readForeignDefinition } from '../definitions/foreign-definition.ts'
import type { WireFlow } from '../wire/wire-flow.ts'
import { redactDeep } from './redact-deep.ts'
import { redactParams } from './redact-values.ts'

function inputsOf(data: JsonObject, find: FindDefinition): InputDefinition[] {
  const name = typeof data.name === 'string' ? data.name : ''
  const inside = readForeignDefinition(name, data).inputs
  return [...(find(name)?.inputs ?? []), ...inside]
}

function redactNode(node: JsonObject, find: FindDefinition): JsonObject {
  const { data } = node
  if (!isJsonObject(data)) return node
  const inputs = isJsonObject(data.inputs)
    ? redactParams(data.inputs, inputsOf(data, find), find)
    : data.inputs
  return { ...node, data: { ...data, ...(inputs === undefined ? {} : { inputs }) } }
}

/**
 * Makes a flow fit to leave the house: no values of password, file and folder params, no credential id
 * at any depth, nothing that looks like a secret, no node selected.
 */
export function redactFlow(wire: WireFlow, find: FindDefinition): WireFlow {
  const { nodes, edges, viewport, ...extra } = wire
  const clean = redactDeep({
    ...(extra as JsonObject),
    nodes: nodes.map((node) => redactNode(node, find)),
    edges,
  }) as JsonObject
  return { ...clean, nodes: listOf(clean.nodes), edges: listOf(clean.edges), viewport }
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
