import type { FlowEdge, FlowNode, NodeDefinition } from '@runnel/contract'
import { branchesOf, OUT_ANCHOR } from '../definitions/branches-of.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import type { PlanEdge } from '../run-plan.ts'

/** A control edge of a plan, with the index of its branch among the source's conditions. */
export function makeControlEdge(
  edge: FlowEdge,
  { node, definition }: { node: FlowNode; definition: NodeDefinition },
): PlanEdge {
  const isBranch = isAgentFlowNode(definition) && edge.sourceAnchor !== OUT_ANCHOR
  const branches = isBranch ? branchesOf(node, definition) : []
  return {
    id: edge.id,
    source: edge.source,
    target: edge.target,
    role: 'sequence',
    branch: edge.sourceAnchor,
    branchIndex: branches.findIndex((branch) => branch.anchor === edge.sourceAnchor),
  }
}
