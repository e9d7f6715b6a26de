import type { Problem } from '@runnel/contract'
import { makeRefusal } from './plan-problem.ts'
import type { RunnableGraph, RunnableNode } from './runnable-graph.ts'

/** The triggers of an agent flow that stand on the canvas itself, in document order. */
export function findTriggers(graph: RunnableGraph): RunnableNode[] {
  return [...graph.nodes.values()].filter(
    ({ node, definition }) => definition?.kind === 'trigger' && node.parent === undefined,
  )
}

/** What is wrong with the start of an agent flow; messages as the reference's. */
export function checkStarts(graph: RunnableGraph): Problem[] {
  const [start, ...others] = findTriggers(graph)
  if (!start) {
    return [
      makeRefusal('start_missing', 'The flow has no Start node. Add one and connect it to the first step.'),
    ]
  }
  if (others.length > 0) {
    return others.map(({ node }) =>
      makeRefusal('start_several', 'Multiple starting nodes are not allowed', { nodeId: node.id }),
    )
  }
  if (graph.edges.some((edge) => edge.target === start.node.id && graph.nodes.has(edge.source))) {
    return [
      makeRefusal(
        'edge_unknown_anchor',
        `Nothing may lead into the start "${start.node.label}". Remove that edge.`,
        {
          nodeId: start.node.id,
        },
      ),
    ]
  }
  const { startInputType } = start.node.values
  if (typeof startInputType === 'string' && startInputType !== '') return []
  return [makeRefusal('start_input_type_missing', 'Start input type not found', { nodeId: start.node.id })]
}
