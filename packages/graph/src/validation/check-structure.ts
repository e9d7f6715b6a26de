import type { Problem } from '@runnel/contract'
import { checkStarts } from '../plan/agent-starts.ts'
import { findChatDependencies } from '../plan/chat-dependencies.ts'
import { findEndingNode } from '../plan/find-ending-node.ts'
import { makeRunnableGraph } from '../plan/runnable-graph.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { unknownTypeProblem } from '../problems/unknown-type-problem.ts'
import type { ValidationContext } from './validation-context.ts'

function checkTypes({ document, find }: ValidationContext): Problem[] {
  return document.nodes.flatMap((node) => {
    const definition = find(node.type)
    if (node.disabled === true) return []
    if (!definition) return [unknownTypeProblem('error', node)]
    if (node.typeVersion === undefined || node.typeVersion <= definition.version) return []
    const details = { version: node.typeVersion, known: definition.version }
    return [makeProblem('warning', 'node_newer_version', { nodeId: node.id, details })]
  })
}

function checkParents({ document, index }: ValidationContext): Problem[] {
  return document.nodes
    .filter((node) => node.parent !== undefined && !index.nodes.has(node.parent))
    .map((node) => makeProblem('error', 'node_bad_parent', { nodeId: node.id }))
}

function checkConnected({ nodes, index, kind }: ValidationContext): Problem[] {
  if (nodes.length < 2) return []
  return nodes
    .filter(({ node }) => !index.edgesFrom.has(node.id) && !index.edgesTo.has(node.id))
    .filter(
      ({ node }) =>
        kind === 'chat' || node.parent === undefined || (index.childrenOf.get(node.parent)?.length ?? 0) > 1,
    )
    .map(({ node }) => makeProblem('warning', 'node_unconnected', { nodeId: node.id }))
}

function checkFlowEnds({ document, find, kind }: ValidationContext): Problem[] {
  const graph = makeRunnableGraph(document, find)
  if (graph.nodes.size === 0) {
    return [makeProblem('error', 'flow_empty', {})]
  }
  if (kind === 'agent') return checkStarts(graph)
  const found = findEndingNode(graph, findChatDependencies(graph))
  return 'problem' in found ? [found.problem] : []
}

/** Unknown types, lost containers, unconnected nodes, and where the flow starts or ends. */
export function checkStructure(context: ValidationContext): Problem[] {
  return [
    ...checkTypes(context),
    ...checkParents(context),
    ...checkConnected(context),
    ...checkFlowEnds(context),
  ]
}
