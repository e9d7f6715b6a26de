import type { FindDefinition, FlowDocument, FlowNode } from '@runnel/contract'
import {
  applyDiff,
  containersOf,
  deleteNodes,
  diffDocuments,
  duplicateNodes,
  type Fragment,
  indexDocument,
  pasteFragment,
  removeEdges,
} from '@runnel/graph'
import { changeFlow, type EditorStore, select } from './editor-store.ts'

const PASTE_OFFSET = 40

let copied: { fragment: Fragment; pasted: number } | undefined

/** Remembers the selected nodes with the edges among them, for this tab. */
export function copySelection(editor: EditorStore): void {
  const { document, selection } = editor.getState()
  const known = indexDocument(document).nodes
  const isInside = (node: FlowNode) => containersOf(node, known).some((id) => selection.has(id))
  const nodes = document.nodes.filter((node) => selection.has(node.id) || isInside(node))
  const ids = new Set(nodes.map(({ id }) => id))
  if (nodes.length === 0) return
  const edges = document.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
  copied = { fragment: { nodes, edges }, pasted: 0 }
}

/** Puts the remembered nodes onto this canvas, each time a little further, and selects them. */
export function pasteCopied(editor: EditorStore, find: FindDefinition): void {
  if (copied === undefined) return
  copied.pasted += 1
  const offset = { x: copied.pasted * PASTE_OFFSET, y: copied.pasted * PASTE_OFFSET }
  const { fragment } = copied
  selectingNew(editor, (document) => pasteFragment(document, find, { fragment, offset }))
}

/** Copies the selected nodes beside themselves and selects the copies. */
export function duplicateSelection(editor: EditorStore, find: FindDefinition): void {
  const { selection } = editor.getState()
  selectingNew(editor, (document) => duplicateNodes(document, find, selection))
}

/** Deletes what is selected: nodes with what hangs on them, and edges. */
export function deleteSelection(editor: EditorStore): void {
  const { selection, inspected } = editor.getState()
  if (selection.size === 0) return
  changeFlow(editor, (document) => {
    const withoutEdges = applyDiff(document, removeEdges(document, selection))
    return diffDocuments(document, applyDiff(withoutEdges, deleteNodes(withoutEdges, selection)))
  })
  const isGone = !editor.getState().document.nodes.some(({ id }) => id === inspected)
  editor.setState({ selection: new Set(), ...(isGone ? { inspected: undefined } : {}) })
}

function selectingNew(
  editor: EditorStore,
  makeDiff: (document: FlowDocument) => ReturnType<typeof removeEdges>,
): void {
  const known = new Set(editor.getState().document.nodes.map(({ id }) => id))
  changeFlow(editor, makeDiff)
  const added = editor.getState().document.nodes.filter(({ id }) => !known.has(id))
  if (added.length > 0)
    select(
      editor,
      added.map(({ id }) => id),
    )
}
