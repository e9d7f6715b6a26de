import type { FlowEdge, Problem } from '@runnel/contract'
import { makeRefusal } from './plan-problem.ts'
import type { RunnableGraph } from './runnable-graph.ts'

/** Unknown types among the nodes that a run would reach. */
export function checkTypes(graph: RunnableGraph, reached: ReadonlySet<string>): Problem[] {
  return [...graph.nodes.values()]
    .filter(({ node, isKnown }) => !isKnown && reached.has(node.id))
    .map(({ node }) =>
      makeRefusal(
        'node_unknown_type',
        `Node "${node.label}" is of the type "${node.type}", which is not known here. Replace or disable it.`,
        { nodeId: node.id },
      ),
    )
}

/** Edges between a node that a run would reach and one that is not there. */
export function checkDangling(
  graph: RunnableGraph,
  edges: readonly FlowEdge[],
  reached: ReadonlySet<string>,
): Problem[] {
  return edges
    .filter((edge) => {
      const missesEnd = !graph.nodes.has(edge.source) || !graph.nodes.has(edge.target)
      return missesEnd && (reached.has(edge.source) || reached.has(edge.target))
    })
    .map((edge) => {
      const missing = graph.nodes.has(edge.source) ? edge.target : edge.source
      const message = `Edge ${edge.id} is joined to "${missing}", which is not there. Remove the edge.`
      return makeRefusal('edge_dangling', message, { edgeId: edge.id })
    })
}

/** A cycle, told by the labels of the nodes on it. */
export function refuseCycle(graph: RunnableGraph, cyclic: readonly string[]): Problem[] {
  const [first] = cyclic
  if (first === undefined) return []
  const labels = cyclic.slice(0, 5).map((id) => `"${graph.nodes.get(id)?.node.label ?? id}"`)
  const message = `These nodes lead back to themselves: ${labels.join(', ')}. Use a Loop node to repeat steps.`
  return [makeRefusal('edge_cycle', message, { nodeId: first })]
}
