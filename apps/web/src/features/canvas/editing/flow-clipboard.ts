import type { FindDefinition, FlowDocument, FlowNode } from '@runnel/contract'
import {
  applyDiff,
  containersOf,
  deleteNodes,
  diffDocuments,
  duplicateNodes,
  type Fragment,
  findNodeDefinition,
  indexDocument,
  pasteFragment,
  removeEdges,
} from '@runnel/graph'
import i18next from 'i18next'
import { notify } from '../../../ui/notifications/notify.ts'
import { chooseDefinitions } from '../../palette/choose-definitions.ts'
import { changeFlow, type EditorStore, select } from '../session/editor-store.ts'
import { findStart, tellOneStart } from './one-start.ts'

const PASTE_OFFSET = 40

let copied: { fragment: Fragment; pasted: number } | undefined

/** Remembers the selected nodes with the edges among them, for this tab. */
export function copySelection(editor: EditorStore): void {
  const { document } = editor.getState()
  const nodes = selectedNodes(editor)
  const ids = new Set(nodes.map(({ id }) => id))
  if (nodes.length === 0) return
  const edges = document.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
  copied = { fragment: { nodes, edges }, pasted: 0 }
}

/** The selected nodes with what lies inside them. */
function selectedNodes(editor: EditorStore): FlowNode[] {
  const { document, selection } = editor.getState()
  const known = indexDocument(document).nodes
  const isInside = (node: FlowNode) => containersOf(node, known).some((id) => selection.has(id))
  return document.nodes.filter((node) => selection.has(node.id) || isInside(node))
}

/**
 * Puts the remembered nodes onto this canvas, each time a little further, and selects them. A second start is left
 * out, which is said.
 */
export function pasteCopied(editor: EditorStore, find: FindDefinition): void {
  const { document: before, isReadOnly } = editor.getState()
  if (copied === undefined || isReadOnly) return
  if (findStart(before.nodes, find) && findStart(copied.fragment.nodes, find)) {
    tellOneStart(copied.fragment.nodes.length > 1)
    if (copied.fragment.nodes.length === 1) return
  }
  const fragment = fittingFragment(copied.fragment, editor, find)
  if (fragment.nodes.length < copied.fragment.nodes.length) {
    notify.warning(i18next.t('pasteOtherKind', { ns: 'canvas' }))
    if (fragment.nodes.length === 0) return
  }
  copied.pasted += 1
  const offset = { x: copied.pasted * PASTE_OFFSET, y: copied.pasted * PASTE_OFFSET }
  selectingNew(editor, (document) => pasteFragment(document, find, { fragment, offset }))
}

/** The part of what was copied that can stand in this kind of flow: it may come from another kind. */
function fittingFragment({ nodes, edges }: Fragment, editor: EditorStore, find: FindDefinition): Fragment {
  const { type } = editor.getState().head
  const fitting = nodes.filter((node) => {
    const definition = findNodeDefinition(node, find)
    return definition === undefined || chooseDefinitions([definition], { type, nodes: [] }).length > 0
  })
  const ids = new Set(fitting.map(({ id }) => id))
  return { nodes: fitting, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}

/** Copies the selected nodes beside themselves and selects the copies. The start is left out, which is said. */
export function duplicateSelection(editor: EditorStore, find: FindDefinition): void {
  const { selection, isReadOnly } = editor.getState()
  const nodes = selectedNodes(editor)
  if (!isReadOnly && findStart(nodes, find)) tellOneStart(nodes.length > 1)
  selectingNew(editor, (document) => duplicateNodes(document, find, selection))
}

/**
 * Deletes what is selected: nodes with what hangs on them, and edges. Gives the node beside it, where people go on:
 * one that led there, else one that it led to, else the last one.
 */
export function deleteSelection(editor: EditorStore): string | undefined {
  const { document: before, find, selection, inspected } = editor.getState()
  if (selection.size === 0) return undefined
  changeFlow(editor, (document) => {
    const withoutEdges = applyDiff(document, removeEdges(document, selection))
    return diffDocuments(document, applyDiff(withoutEdges, deleteNodes(withoutEdges, find, selection)))
  })
  const isGone = !editor.getState().document.nodes.some(({ id }) => id === inspected)
  editor.setState({ selection: new Set(), ...(isGone ? { inspected: undefined } : {}) })
  const left = new Set(editor.getState().document.nodes.map(({ id }) => id))
  const touched = before.edges.filter(
    ({ id, source, target }) => selection.has(id) || selection.has(source) || selection.has(target),
  )
  const beside = [...touched.map(({ source }) => source), ...touched.map(({ target }) => target)]
  return beside.find((id) => left.has(id)) ?? [...left].at(-1)
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
