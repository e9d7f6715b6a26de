import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'

/** Whether a document is an agent flow (any of its nodes belongs there) or a chat flow. */
export function flowKindOf(document: FlowDocument, find: FindDefinition): 'chat' | 'agent' {
  const isAgent = document.nodes.some((node) => {
    const definition = findNodeDefinition(node, find)
    return definition !== undefined && definition.kind !== 'note' && isAgentFlowNode(definition)
  })
  return isAgent ? 'agent' : 'chat'
}
