import { findParamReadAs, type Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
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
    return [makeProblem('error', 'start_missing', {})]
  }
  if (others.length > 0) {
    return others.map(({ node }) => makeProblem('error', 'start_several', { nodeId: node.id }))
  }
  if (graph.edges.some((edge) => edge.target === start.node.id && graph.nodes.has(edge.source))) {
    const details = { label: start.node.label }
    return [makeProblem('error', 'start_has_input', { nodeId: start.node.id, details })]
  }
  const param = findParamReadAs(start.definition, 'startInput')
  const chosen = param && start.node.values[param.name]
  if (!param || (typeof chosen === 'string' && chosen !== '')) return []
  return [makeProblem('error', 'start_input_type_missing', { nodeId: start.node.id })]
}
