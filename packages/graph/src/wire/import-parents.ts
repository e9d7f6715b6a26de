import type { FlowNode, JsonObject } from '@runnel/contract'
import { containersOf } from '../document/index-document.ts'
import { makeProblem, type Report } from './report.ts'

function keepAsExtra(node: FlowNode, parent: string): FlowNode {
  const nodeExtra = node.extra?.node
  const known: JsonObject =
    typeof nodeExtra === 'object' && nodeExtra !== null && !Array.isArray(nodeExtra) ? nodeExtra : {}
  const { parent: _parent, ...rest } = node
  return { ...rest, extra: { ...node.extra, node: { ...known, parentNode: parent } } }
}

function whyBad(node: FlowNode, nodes: ReadonlyMap<string, FlowNode>): string | undefined {
  if (node.parent === undefined) return undefined
  if (!nodes.has(node.parent)) return `its container ${node.parent} is not there`
  const containers = containersOf(node, nodes)
  const last = nodes.get(containers.at(-1) ?? '')
  const isOpen = last !== undefined && last.parent !== undefined && nodes.has(last.parent)
  return isOpen ? 'its containers lie in each other' : undefined
}

/** Frees nodes whose container is not there, or whose containers go round in a circle. */
export function repairParents(nodes: readonly FlowNode[], report: Report): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return nodes.map((node) => {
    const reason = whyBad(node, byId)
    if (reason === undefined || node.parent === undefined) return node
    const message = `Node ${node.id} stands on the canvas now: ${reason}.`
    report(makeProblem('repair', 'node_bad_parent', { nodeId: node.id, message }))
    const freed = keepAsExtra(node, node.parent)
    byId.set(node.id, freed)
    return freed
  })
}
