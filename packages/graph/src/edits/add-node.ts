import {
  type FlowDiff,
  type FlowDocument,
  type FlowNode,
  type InputDefinition,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  RunnelError,
} from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { nextNodeId } from '../document/node-id.ts'
import { withRowIdsInValues } from '../document/rows.ts'
import { diffDocuments } from './flow-diff.ts'

/** A node to be added. `values` go over the defaults of the definition. */
export interface NewNode {
  definition: NodeDefinition
  position: { x: number; y: number }
  parent?: string
  label?: string
  values?: JsonObject
}

/** What a node means that has no values: every default of its definition, rows with their ids. */
export function defaultValues({ inputs }: Pick<NodeDefinition, 'inputs'>): JsonObject {
  return collectValues(inputs, (input) => input.default)
}

/** The values that a new node begins with: every default, and what is better for what is new. */
export function initialValues({ inputs }: Pick<NodeDefinition, 'inputs'>): JsonObject {
  return collectValues(inputs, (input) => input.initial ?? input.default)
}

function collectValues(
  inputs: readonly InputDefinition[],
  read: (input: InputDefinition) => JsonValue | undefined,
): JsonObject {
  const values: JsonObject = {}
  for (const input of inputs) {
    const value = read(input)
    if (value !== undefined) values[input.name] = structuredClone(value)
  }
  return withRowIdsInValues(values, inputs)
}

function defaultLabel(definition: NodeDefinition, id: string): string {
  if (!isAgentFlowNode(definition) || definition.kind !== 'step') return definition.label
  return `${definition.label} ${id.slice(definition.name.length + 1)}`
}

function checkRoom(document: FlowDocument, { definition, parent }: NewNode): void {
  if (parent !== undefined && !document.nodes.some((node) => node.id === parent)) {
    throw new RunnelError('not_found', `There is no node ${parent} to put the new one into.`)
  }
  if (definition.kind !== 'trigger') return
  if (parent !== undefined) {
    throw new RunnelError(
      'invalid_input',
      `"${definition.label}" cannot stand inside an iteration. Put it on the canvas.`,
    )
  }
  if (document.nodes.some((node) => node.type === definition.name)) {
    throw new RunnelError(
      'invalid_input',
      `The flow has a "${definition.label}" already. Only one is allowed.`,
    )
  }
}

/**
 * Adds a node with the defaults of its type and the next free id.
 * @throws RunnelError `invalid_input` for a second start or one inside an iteration, `not_found` for no such parent
 */
export function addNode(document: FlowDocument, newNode: NewNode): FlowDiff {
  checkRoom(document, newNode)
  const { definition, position, parent, label, values } = newNode
  const id = nextNodeId(definition.name, new Set(document.nodes.map((node) => node.id)))
  const [firstOutput] = isAgentFlowNode(definition) ? [] : (definition.outputs ?? [])
  const node: FlowNode = {
    id,
    type: definition.name,
    typeVersion: definition.version,
    label: label ?? defaultLabel(definition, id),
    position,
    values: { ...initialValues(definition), ...values },
    ...(parent === undefined ? {} : { parent }),
    ...(firstOutput ? { outputs: { output: firstOutput.name } } : {}),
  }
  return diffDocuments(document, { ...document, nodes: [...document.nodes, node] })
}
