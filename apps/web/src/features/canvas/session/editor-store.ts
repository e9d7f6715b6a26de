import type { FindDefinition, FlowDiff, FlowDocument, FlowType, Problem, Viewport } from '@runnel/contract'
import {
  applyDiff,
  createHistory,
  diffDocuments,
  findRedo,
  findUndo,
  type History,
  isEmptyDiff,
  rebaseDiff,
  rebaseHistory,
  recordChange,
  yieldNodeIds,
} from '@runnel/graph'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is known of the flow beside its document. */
export interface FlowHead {
  /** Undefined until the first save. */
  id: string | undefined
  name: string
  type: FlowType
  /** Undefined until the first save; goes along with each save. */
  revision: number | undefined
  /** The version that the document is based on. */
  versionId: string | undefined
  /** The API key that callers must send; undefined: anyone may call. */
  keyId: string | undefined
  /** Strangers go on only with conversations whose ids nobody can guess. */
  hasPrivateSessions?: boolean | undefined
  /** JSON text of the rules for callers: limits, what they may change, whether they see the steps. */
  apiConfig?: string | undefined
  /** JSON texts: who writes down what is spoken to it, and who reads its answers out. */
  speechToText?: string | undefined
  /** The settings of its chat, JSON as text. */
  chatbotConfig?: string | undefined
  textToSpeech?: string | undefined
  /** What the import mended that made this version. */
  repairs: readonly Problem[]
  /** Milliseconds since 1970; undefined until the first save. */
  savedAt: number | undefined
}

/** The revision of work that fell behind. No flow is ever at it: a save from it learns what was saved meanwhile. */
export const BEHIND = 0

/** What the version holds that the editor's head names. */
export interface SavedFlow {
  document: FlowDocument
  name: string
}

/** The flow on the screen. The document is the one truth; xyflow draws what is derived from it. */
export interface EditorState {
  head: FlowHead
  /** The catalogue by which the flow is edited. */
  find: FindDefinition
  document: FlowDocument
  saved: SavedFlow
  history: History
  /** What is shown is not what is saved. */
  isDirty: boolean
  isReadOnly: boolean
  viewport: Viewport | undefined
  /** Ids of selected nodes and edges. Not part of the history. */
  selection: ReadonlySet<string>
  /** The node whose form is open. */
  inspected: string | undefined
  /** New nodes whose form was not left yet, and that were neither saved nor run: what they lack is not told there. */
  untouched: ReadonlySet<string>
  /** Where nodes stand while they are being dragged. */
  dragged: ReadonlyMap<string, { x: number; y: number }>
}
export type EditorStore = StoreApi<EditorState>

/** What an editor begins with. */
export interface EditorStart {
  head: FlowHead
  find: FindDefinition
  document: FlowDocument
  viewport: Viewport | undefined
  isReadOnly: boolean
}

const nothing: ReadonlySet<string> = new Set()
const nowhere: ReadonlyMap<string, { x: number; y: number }> = new Map()

/** Makes the store of one editor. */
export function createEditorStore(start: EditorStart): EditorStore {
  const store = createStore<EditorState>(() => ({
    ...start,
    saved: { document: start.document, name: start.head.name },
    history: createHistory(),
    isDirty: false,
    selection: nothing,
    inspected: undefined,
    untouched: nothing,
    dragged: nowhere,
  }))
  store.subscribe(({ inspected, untouched }, before) => {
    if (before.inspected === undefined || before.inspected === inspected) return
    if (untouched.has(before.inspected)) touch(store, [before.inspected])
  })
  return store
}

/** Puts other parts of a flow in place, and finds out whether what is shown then is saved. */
export function putFlow(
  store: EditorStore,
  parts: Partial<Pick<EditorState, 'head' | 'document' | 'saved' | 'history'>>,
): void {
  store.setState((before) => ({ ...parts, isDirty: !isSaved({ ...before, ...parts }) }))
}

function isSaved({ head, document, saved }: EditorState): boolean {
  if (head.name !== saved.name || head.revision === BEHIND) return false
  return document === saved.document || isEmptyDiff(diffDocuments(saved.document, document))
}

/** A new node, whose form opens: what it lacks is not told before somebody had a look at it. */
export function inspectNew(store: EditorStore, nodeId: string): void {
  store.setState(({ untouched }) => ({ untouched: new Set(untouched).add(nodeId) }))
  inspect(store, nodeId)
}

/** Nodes that are new no more: their forms were left; all of them, unless some are named. */
export function touch(store: EditorStore, nodeIds?: readonly string[]): void {
  const { untouched } = store.getState()
  if (untouched.size === 0) return
  const left = nodeIds === undefined ? [] : [...untouched].filter((id) => !nodeIds.includes(id))
  store.setState({ untouched: new Set(left) })
}

/** Makes a change. Changes in a row with one mark are undone as one. An empty change does nothing. */
export function changeFlow(
  store: EditorStore,
  makeDiff: (document: FlowDocument) => FlowDiff,
  mark?: string,
): void {
  const { document, history, isReadOnly } = store.getState()
  if (isReadOnly) return
  const diff = makeDiff(document)
  if (isEmptyDiff(diff)) return
  const change = mark === undefined ? { document, diff } : { document, diff, mark }
  putFlow(store, { document: applyDiff(document, diff), history: recordChange(history, change) })
}

/** The mark of steps by which the arrow keys move nodes: those of the same nodes are undone as one. */
export function moveMark(nodeIds: Iterable<string>): string {
  return `move ${[...nodeIds].sort().join(' ')}`
}

/** Takes the last change back. */
export function undo(store: EditorStore): void {
  step(store, findUndo)
}

/** Makes the change that was taken back last again. */
export function redo(store: EditorStore): void {
  step(store, findRedo)
}

function step(store: EditorStore, find: typeof findUndo): void {
  const { document, history } = store.getState()
  const found = find(history)
  if (!found) return
  putFlow(store, { document: applyDiff(document, found.diff), history: found.history })
  forgetVanished(store)
}

/** A selection or an open form must not outlive its node. */
function forgetVanished(store: EditorStore): void {
  const { document, selection, inspected } = store.getState()
  const there = new Set([...document.nodes, ...document.edges].map(({ id }) => id))
  const kept = new Set([...selection].filter((id) => there.has(id)))
  store.setState({
    ...(kept.size === selection.size ? {} : { selection: kept }),
    ...(inspected !== undefined && !there.has(inspected) ? { inspected: undefined } : {}),
  })
}

/**
 * Selects nodes and edges, and nothing else. An open form follows to the one node that is selected, and closes where
 * it could be taken for that of several.
 */
export function select(store: EditorStore, ids: Iterable<string>): void {
  const selection = new Set(ids)
  const { document, inspected } = store.getState()
  const nodes = document.nodes.filter(({ id }) => selection.has(id))
  const isForm = inspected !== undefined && nodes.length > 0
  const [only] = nodes
  store.setState({
    selection,
    ...(isForm ? { inspected: nodes.length === 1 ? only?.id : undefined } : {}),
  })
}

/** Opens the form of a node and selects it; `undefined` closes the form. */
export function inspect(store: EditorStore, nodeId: string | undefined): void {
  const isThere = store.getState().document.nodes.some(({ id }) => id === nodeId)
  if (nodeId === undefined) store.setState({ inspected: undefined })
  else if (isThere) store.setState({ inspected: nodeId, selection: new Set([nodeId]) })
}

/** Takes another document in place of this one: a reload, or unsaved work of before. */
export function replaceFlow(
  store: EditorStore,
  next: { head?: FlowHead; document: FlowDocument; saved?: SavedFlow; viewport: Viewport | undefined },
): void {
  const { viewport, ...parts } = next
  store.setState({ viewport, selection: nothing, inspected: undefined, dragged: nowhere })
  putFlow(store, { ...parts, history: createHistory() })
}

/** Puts a version that was saved elsewhere in place of this one, as a step that can be undone: nothing is lost by it. */
export function takeTheirVersion(store: EditorStore, head: FlowHead, theirs: FlowDocument): void {
  const { document, history } = store.getState()
  const diff = diffDocuments(document, theirs)
  putFlow(store, {
    head,
    document: theirs,
    saved: { document: theirs, name: head.name },
    history: isEmptyDiff(diff) ? history : recordChange(history, { document, diff }),
  })
  forgetVanished(store)
}

/**
 * Takes a change of somebody else onto the screen: one of the document `known`, from which this one went on. False, and
 * nothing is changed, when both changed the same. A node of this screen that got the id of one of theirs yields.
 */
export function takeInChange(store: EditorStore, known: FlowDocument, theirs: FlowDiff): boolean {
  const { document: shown, find, history, selection, inspected } = store.getState()
  const { document, names } = yieldNodeIds(shown, { mine: diffDocuments(known, shown), theirs, find })
  if (rebaseDiff(diffDocuments(known, document), theirs).conflicts.length > 0) return false
  if (isEmptyDiff(theirs)) return true
  const renamed = (id: string) => names.get(id) ?? id
  store.setState({
    selection: new Set([...selection].map(renamed)),
    inspected: inspected === undefined ? undefined : renamed(inspected),
  })
  putFlow(store, {
    document: applyDiff(document, theirs),
    // Steps that speak of a node by its old id would meet another one.
    history: names.size > 0 ? createHistory() : rebaseHistory(history, theirs),
  })
  forgetVanished(store)
  return true
}

/** The name of the flow, which is saved with it. */
export function renameFlow(store: EditorStore, name: string): void {
  const { head } = store.getState()
  if (name.trim() === '' || name === head.name) return
  putFlow(store, { head: { ...head, name: name.trim() } })
}
