import type { FlowDiff, FlowDocument } from '@runnel/contract'
import { diffDocuments, renameNode } from '@runnel/graph'
import type { TestCaller } from './test-caller.ts'

/** What a test knows of a flow that it edits as the canvas does. */
export interface EditedFlow {
  id: string
  revision: number
  headVersionId: string
  changeSequence: number
  document: FlowDocument
}

/** Reads a flow as the canvas does. */
export function readForCanvas(caller: TestCaller, id: string): Promise<EditedFlow> {
  return caller.expect<EditedFlow>(200, 'GET', `/chatflows/${id}?view=document`)
}

/** The change that gives a node another label. */
export function relabel(document: FlowDocument, nodeId: string, label: string): FlowDiff {
  return renameNode(document, { nodeId, label })
}

/** The change that adds a note. */
export function addNote(document: FlowDocument, id: string): FlowDiff {
  const note = { id, type: 'stickyNote', label: id, position: { x: 0, y: 300 }, values: {} }
  return diffDocuments(document, { ...document, nodes: [...document.nodes, note] })
}

/** A change that changes nothing. */
export const NO_CHANGE: FlowDiff = diffDocuments({ nodes: [], edges: [] }, { nodes: [], edges: [] })
