import { mayEndFlow, type Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { ChatDependency } from './chat-dependencies.ts'
import type { RunnableGraph, RunnableNode } from './runnable-graph.ts'
import { groupBy, reachableFrom } from './sort-topologically.ts'

function isValidEnding({ node, definition }: RunnableNode): boolean {
  return mayEndFlow(definition, node.outputs?.output)
}

/**
 * Finds the node that a chat flow runs: of the nodes where something ends and nothing begins (or
 * the only node) those that may end a flow; of several the last in the list. `others` are those that a step above it
 * may choose instead.
 */
export function findEndingNode(
  graph: RunnableGraph,
  dependencies: readonly ChatDependency[],
): { ending: RunnableNode; others: RunnableNode[] } | { problem: Problem } {
  const sources = new Set(dependencies.map((dependency) => dependency.source))
  const targets = new Set(dependencies.map((dependency) => dependency.target))
  const nodes = [...graph.nodes.values()]
  const candidates = nodes.filter(
    ({ node }) => !sources.has(node.id) && (targets.has(node.id) || nodes.length === 1),
  )
  const ending = candidates.findLast(isValidEnding)
  if (ending) {
    const valid = candidates.filter((candidate) => candidate !== ending && isValidEnding(candidate))
    return { ending, others: findAlternatives(graph, dependencies, { ending, valid }) }
  }
  const [first] = candidates
  if (!first) return { problem: makeProblem('error', 'ending_missing', {}) }
  return { problem: makeProblem('error', 'ending_wrong_kind', { nodeId: first.node.id }) }
}

function findAlternatives(
  graph: RunnableGraph,
  dependencies: readonly ChatDependency[],
  { ending, valid }: { ending: RunnableNode; valid: readonly RunnableNode[] },
): RunnableNode[] {
  const choosers = [...graph.nodes.values()].filter(({ definition }) => definition?.choosesOutput === true)
  if (choosers.length === 0 || valid.length === 0) return []
  const dependenciesTo = groupBy(dependencies, (dependency) => dependency.target)
  const choosersAbove = ({ node }: RunnableNode) => {
    const above = reachableFrom([node.id], (id) => (dependenciesTo.get(id) ?? []).map(({ source }) => source))
    return choosers.filter((chooser) => above.has(chooser.node.id))
  }
  const above = choosersAbove(ending)
  return valid.filter((candidate) => choosersAbove(candidate).some((chooser) => above.includes(chooser)))
}
