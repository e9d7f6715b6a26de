import type { EdgeRole, NodeDefinition } from '@runnel/contract'
import { isParam } from '@runnel/contract'
import { IN_ANCHOR } from './branches-of.ts'
import { isAgentFlowNode } from './flow-family.ts'
import { splitTypes } from './foreign-definition.ts'

const VALUE_TYPES = ['string', 'number', 'boolean', 'json', 'array', 'code', 'file']

/** True when the type of an anchor names plain data and no component. */
function isValueType(type: string): boolean {
  const types = splitTypes(type)
  return types.length > 0 && types.every((name) => VALUE_TYPES.includes(name))
}

/** The role of an edge that ends at an input of that type (what a handle tells where no definition does). */
export function roleOfInputType(type: string): EdgeRole {
  return isParam({ type }) || isValueType(type) ? 'value' : 'component'
}

/** The role of an edge, declared by its target anchor; undefined for an anchor that the type does not have. */
export function findEdgeRole(target: NodeDefinition, targetAnchor: string): EdgeRole | undefined {
  if (isAgentFlowNode(target)) return targetAnchor === IN_ANCHOR ? 'sequence' : undefined
  const input = target.inputs.find((candidate) => candidate.name === targetAnchor)
  if (!input) return undefined
  return input.takesControl ? 'sequence' : roleOfInputType(input.type)
}
