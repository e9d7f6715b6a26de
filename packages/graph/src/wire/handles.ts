import type { FlowNode, NodeDefinition, OutputDefinition } from '@runnel/contract'
import { branchesOf, ERROR_ANCHOR, IN_ANCHOR, OUT_ANCHOR } from '../definitions/branches-of.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'

/** A node with the definition that its handles are written by. */
export interface NodeWithDefinition {
  node: FlowNode
  definition: NodeDefinition
}

/** The output that a chat-flow node's edges leave by when nothing else is said. */
export function chosenOutput(node: FlowNode, definition: NodeDefinition): string {
  const [first] = definition.outputs ?? []
  return node.outputs?.output ?? first?.name ?? definition.name
}

/** Base classes of an output, in the order of the handle. */
export function classesOfOutput(definition: NodeDefinition, output?: OutputDefinition): string[] {
  return output?.baseClasses ?? definition.baseClasses
}

/** The id of a chat-flow output: `{node}-output-{name}-{classes}`. */
export function outputHandle(nodeId: string, name: string, classes: readonly string[]): string {
  return `${nodeId}-output-${name}-${classes.join('|')}`
}

/** The id of an input: `{node}-input-{name}-{type}`. */
export function inputHandle(nodeId: string, name: string, type: string): string {
  return `${nodeId}-input-${name}-${type}`
}

/** Writes the source handle of an anchor; undefined for an anchor that the node does not have. */
export function findSourceHandle(
  { node, definition }: NodeWithDefinition,
  anchor: string,
): string | undefined {
  if (isAgentFlowNode(definition)) {
    const branches = branchesOf(node, definition)
    if (anchor === ERROR_ANCHOR) return `${node.id}-output-${ERROR_ANCHOR}`
    if (anchor === OUT_ANCHOR && branches.length === 0) return `${node.id}-output-${definition.name}`
    const index = branches.findIndex((branch) => branch.anchor === anchor)
    return index < 0 ? undefined : `${node.id}-output-${index}`
  }
  const output = definition.outputs?.find((candidate) => candidate.name === anchor)
  if (!output && anchor !== definition.name) return undefined
  return outputHandle(node.id, anchor, classesOfOutput(definition, output))
}

/** Writes the target handle of an anchor; undefined for an anchor that the node does not have. */
export function findTargetHandle(
  { node, definition }: NodeWithDefinition,
  anchor: string,
): string | undefined {
  if (isAgentFlowNode(definition)) return anchor === IN_ANCHOR ? node.id : undefined
  const input = definition.inputs.find((candidate) => candidate.name === anchor)
  return input ? inputHandle(node.id, input.name, input.type) : undefined
}

/** What a handle says by itself: which side, the name of the anchor, and the types behind it. */
export interface HandleParts {
  name: string
  types: string
}

/** Takes a handle apart without a definition; undefined when it has another form. */
export function parseHandle(handle: string, side: 'input' | 'output'): HandleParts | undefined {
  const marker = `-${side}-`
  const at = handle.indexOf(marker)
  if (at < 0) return undefined
  const rest = handle.slice(at + marker.length)
  const dash = rest.indexOf('-')
  return dash < 0 ? { name: rest, types: '' } : { name: rest.slice(0, dash), types: rest.slice(dash + 1) }
}

/** Reads the source anchor of a handle by the node's definition; undefined when it names none that it has. */
export function readSourceAnchor(end: NodeWithDefinition, handle: string): string | undefined {
  const name = parseHandle(handle, 'output')?.name
  if (name === undefined) return undefined
  if (!isAgentFlowNode(end.definition)) {
    const isOutput = end.definition.outputs?.some((output) => output.name === name) ?? false
    return isOutput || name === end.definition.name ? name : undefined
  }
  if (name === ERROR_ANCHOR) return ERROR_ANCHOR
  const branches = branchesOf(end.node, end.definition)
  if (branches.length === 0) return name === end.definition.name ? OUT_ANCHOR : undefined
  const byName = branches.find((branch) => branch.anchor === name)
  return byName?.anchor ?? (/^\d{1,4}$/.test(name) ? branches[Number(name)]?.anchor : undefined)
}
