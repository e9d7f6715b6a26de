import type { FlowNode, NodeDefinition } from '@runnel/contract'
import { absolutePosition } from '@runnel/graph'
import { layoutNode } from './node-layout.ts'

/** The place that a card takes on the canvas. */
export function absoluteRect(
  node: FlowNode,
  nodes: ReadonlyMap<string, FlowNode>,
  definition: NodeDefinition | undefined,
): { x: number; y: number; width: number; height: number } {
  const { width, height } = layoutNode(node, definition)
  return { ...absolutePosition(node, nodes), width, height }
}
