import type { FlowDocument } from '@runnel/contract'
import { migrateNode, parseKeptDocument } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import { migrateChosen } from './migrate-chosen.ts'

/** A document whose nodes, and what is chosen in them, are as the present versions of their types read them; the meaning stays what it was. */
export function migrateDocument(document: FlowDocument, catalogue: Catalogue): FlowDocument {
  const nodes = document.nodes.map((node) => {
    const type = catalogue.findNode(node.type)
    const lifted = migrateNode(node, type?.migrations ?? [])
    const values = migrateChosen(lifted.values, type?.definition.inputs ?? [], catalogue.findNode)
    return values === lifted.values ? lifted : { ...lifted, values }
  })
  return nodes.every((node, index) => node === document.nodes[index]) ? document : { ...document, nodes }
}

/**
 * A document out of the database as everybody reads it: lifted to the present format, its nodes to the present
 * versions of their types. Every read passes here: editor, list, run, export, comparison, list of problems.
 * @throws RunnelError `invalid_flow` for a document of a newer format
 */
export function readStoredDocument(text: string, catalogue: Catalogue): FlowDocument {
  return migrateDocument(parseKeptDocument(text), catalogue)
}
