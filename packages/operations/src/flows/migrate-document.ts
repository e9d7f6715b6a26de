import type { FlowDocument } from '@runnel/contract'
import { migrateNode } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'

/** A document whose nodes are as the present versions of their types read them; the meaning stays what it was. */
export function migrateDocument(document: FlowDocument, catalogue: Catalogue): FlowDocument {
  const nodes = document.nodes.map((node) =>
    migrateNode(node, catalogue.findNode(node.type)?.migrations ?? []),
  )
  return nodes.every((node, index) => node === document.nodes[index]) ? document : { ...document, nodes }
}
