import type { FindDefinition, FlowDocument, FlowNode, NodeDefinition } from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { type DocumentIndex, indexDocument } from '../document/index-document.ts'
import { flowKindOf } from '../plan/flow-kind.ts'

/** A node that is checked, with the definition that it is drawn by. */
export interface CheckedNode {
  node: FlowNode
  definition: NodeDefinition
}

/** What every check sees. Notes and disabled nodes are left out of `nodes`. */
export interface ValidationContext {
  document: FlowDocument
  index: DocumentIndex
  find: FindDefinition
  kind: 'chat' | 'agent'
  nodes: CheckedNode[]
  known: KnownRows
}

/** Ids of what exists in the flow's workspace; undefined when nobody knows. */
export interface KnownRows {
  credentials?: ReadonlySet<string> | undefined
  /** Custom tools. */
  tools?: ReadonlySet<string> | undefined
  /** Flows that may be run here. */
  flows?: ReadonlySet<string> | undefined
  /** Document stores. */
  stores?: ReadonlySet<string> | undefined
}

/** Prepares a document for its checks. */
export function makeValidationContext(
  document: FlowDocument,
  find: FindDefinition,
  known: KnownRows = {},
): ValidationContext {
  const index = indexDocument(document)
  const nodes = [...index.nodes.values()].flatMap((node): CheckedNode[] => {
    const definition = node.disabled === true ? undefined : findNodeDefinition(node, find)
    return definition && definition.kind !== 'note' ? [{ node, definition }] : []
  })
  return {
    document,
    index,
    find,
    kind: flowKindOf(document, find),
    nodes,
    known,
  }
}
