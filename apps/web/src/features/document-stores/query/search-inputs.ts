import type { FindDefinition, FlowNode, JsonObject, NodeDefinition } from '@runnel/contract'
import { writeComponent } from '../../node-form/component-node.ts'

/** The params that may be otherwise from one question to the next, none of them folded away. */
export function searchPartOf(definition: NodeDefinition | undefined): NodeDefinition | undefined {
  if (definition === undefined) return undefined
  const { credential: _fixed, ...others } = definition
  const inputs = definition.inputs.filter(({ overridable }) => overridable)
  return { ...others, inputs: inputs.map((input) => ({ ...input, additionalParams: false })) }
}

/** What stands in the form is what is tried: the store may have been made with other settings. */
export function searchInputs(node: FlowNode, find: FindDefinition): JsonObject {
  const { config } = writeComponent(node)
  const shown = new Set(searchPartOf(find(node.type))?.inputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(config).filter(([name]) => shown.has(name)))
}
