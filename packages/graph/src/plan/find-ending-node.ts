import { mayEndFlow, type Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { ChatDependency } from './chat-dependencies.ts'
import type { RunnableGraph, RunnableNode } from './runnable-graph.ts'

function isValidEnding({ node, definition }: RunnableNode): boolean {
  return mayEndFlow(definition, node.outputs?.output)
}

/**
 * Finds the node that a chat flow runs: of the nodes where something ends and nothing begins (or
 * the only node) those that may end a flow; of several the last in the list.
 */
export function findEndingNode(
  graph: RunnableGraph,
  dependencies: readonly ChatDependency[],
): { ending: RunnableNode } | { problem: Problem } {
  const sources = new Set(dependencies.map((dependency) => dependency.source))
  const targets = new Set(dependencies.map((dependency) => dependency.target))
  const nodes = [...graph.nodes.values()]
  const candidates = nodes.filter(
    ({ node }) => !sources.has(node.id) && (targets.has(node.id) || nodes.length === 1),
  )
  const ending = candidates.findLast(isValidEnding)
  if (ending) return { ending }
  const [first] = candidates
  if (!first) return { problem: makeProblem('error', 'ending_missing', {}) }
  return { problem: makeProblem('error', 'ending_wrong_kind', { nodeId: first.node.id }) }
}
