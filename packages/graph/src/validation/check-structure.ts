import type { Problem } from '@runnel/contract'
import { checkStarts } from '../plan/agent-starts.ts'
import { findChatDependencies } from '../plan/chat-dependencies.ts'
import { findEndingNode } from '../plan/find-ending-node.ts'
import { makeRunnableGraph } from '../plan/runnable-graph.ts'
import { nodeProblem, type ValidationContext } from './validation-context.ts'

function checkTypes({ document, find }: ValidationContext): Problem[] {
  return document.nodes.flatMap((node) => {
    const definition = find(node.type)
    if (node.disabled === true) return []
    if (!definition) {
      const message = `The type "${node.type}" is not known here. Replace the node, or disable it.`
      return [nodeProblem('error', 'node_unknown_type', { nodeId: node.id, message })]
    }
    if (node.typeVersion === undefined || node.typeVersion <= definition.version) return []
    const message = `This node was made with version ${node.typeVersion} of its type; version ${definition.version} is here. Check its values.`
    return [nodeProblem('warning', 'node_newer_version', { nodeId: node.id, message })]
  })
}

function checkParents({ document, index }: ValidationContext): Problem[] {
  return document.nodes
    .filter((node) => node.parent !== undefined && !index.nodes.has(node.parent))
    .map((node) =>
      nodeProblem('error', 'node_bad_parent', {
        nodeId: node.id,
        message: 'The iteration around this node is not there. Put the node on the canvas.',
      }),
    )
}

function checkConnected({ nodes, index, kind }: ValidationContext): Problem[] {
  if (nodes.length < 2) return []
  return nodes
    .filter(({ node }) => !index.edgesFrom.has(node.id) && !index.edgesTo.has(node.id))
    .filter(
      ({ node }) =>
        kind === 'chat' || node.parent === undefined || (index.childrenOf.get(node.parent)?.length ?? 0) > 1,
    )
    .map(({ node }) =>
      nodeProblem('warning', 'node_unconnected', {
        nodeId: node.id,
        message: 'This node is not connected to anything',
      }),
    )
}

function checkFlowEnds({ document, find, kind }: ValidationContext): Problem[] {
  const graph = makeRunnableGraph(document, find)
  if (graph.nodes.size === 0) {
    return [
      {
        code: 'flow_empty',
        severity: 'error',
        message: 'The flow is empty. Add nodes to it before you run it.',
      },
    ]
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
