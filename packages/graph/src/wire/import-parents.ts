import type { FlowNode, JsonObject } from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Report } from './report.ts'

function keepAsExtra(node: FlowNode, parent: string): FlowNode {
  const nodeExtra = node.extra?.node
  const known: JsonObject =
    typeof nodeExtra === 'object' && nodeExtra !== null && !Array.isArray(nodeExtra) ? nodeExtra : {}
  const { parent: _parent, ...rest } = node
  return { ...rest, extra: { ...node.extra, node: { ...known, parentNode: parent } } }
}

function hasBadParent(node: FlowNode, nodes: ReadonlyMap<string, FlowNode>): boolean {
  if (node.parent === undefined) return false
  if (!nodes.has(node.parent)) return true
  const containers = containersOf(node, nodes)
  const last = nodes.get(containers.at(-1) ?? '')
  return last !== undefined && last.parent !== undefined && nodes.has(last.parent)
}

/** Frees nodes whose container is not there, or whose containers go round in a circle. */
export function repairParents(nodes: readonly FlowNode[], report: Report): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return nodes.map((node) => {
    if (node.parent === undefined || !hasBadParent(node, byId)) return node
    report(makeProblem('repair', 'node_freed', { nodeId: node.id, details: { container: node.parent } }))
    const freed = keepAsExtra(node, node.parent)
    byId.set(node.id, freed)
    return freed
  })
}
