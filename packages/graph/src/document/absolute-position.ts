import type { FlowNode } from '@runnel/contract'
import { containersOf } from './index-document.ts'

/** Where a node stands on the canvas: its own position plus those of the containers around it. */
export function absolutePosition(
  node: FlowNode,
  nodes: ReadonlyMap<string, FlowNode>,
): { x: number; y: number } {
  let { x, y } = node.position
  for (const id of containersOf(node, nodes)) {
    const container = nodes.get(id)
    x += container?.position.x ?? 0
    y += container?.position.y ?? 0
  }
  return { x, y }
}
