import { type Client, isApiError } from '@runnel/client'
import type { Chatflow, FlowDocument, Problem } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreparedFlow } from '../../chat/chat-session.ts'
import { type EditorState, type EditorStore, type FlowHead, replaceFlow } from './editor-store.ts'

/** The calls that keep a flow. */
export type KeeperApi = Pick<
  Client,
  'createChatflow' | 'updateChatflow' | 'getChatflow' | 'putDraft' | 'deleteDraft'
>

/** What leaving the page would lose: `all` of a new flow or when the server refuses; a new `name` is in no draft. */
export type Loss = 'nothing' | 'name' | 'all'

/** How the keeping stands. */
export interface KeeperState {
  isSaving: boolean
  /** The flow as somebody else saved it meanwhile: the person decides. */
  conflict: Chatflow | undefined
  /** Why the unsaved work could not be kept on the server. */
  draftError: unknown
}

/** Keeps the flow: saves it when asked, and its unsaved work by itself. Calls go out one after the other. */
export interface DraftKeeper {
  store: StoreApi<KeeperState>
  /** Begins to keep unsaved work; call the result to end. */
  start(): () => void
  /** Keeps unsaved work at once, and says what of it would be lost with this page. */
  keep(): Promise<Loss>
  /** Saves the flow. Gives the problems that the server found; undefined when a conflict is to be decided first. */
  save(): Promise<Problem[] | undefined>
  /** Decides a conflict: saves over the other version. */
  overwrite(): Promise<Problem[] | undefined>
  /** Decides a conflict: takes the other version. */
  takeTheirs(): Promise<void>
  cancelConflict(): void
  /** Forgets the unsaved work that is kept on the server. */
  discardDraft(): Promise<void>
  /** Makes callers send this key, or lets anyone call. In force at once, without a save of the flow. */
  setKey(keyId: string | undefined): Promise<void>
  /** Brings the screen to the server for a run. */
  prepare(): Promise<PreparedFlow>
}

interface KeeperParts {
  api: KeeperApi
  editor: EditorStore
  /** Called when a new flow has got its id. */
  onCreated: (id: string) => void
  draftDelayMs?: number
}

const DRAFT_DELAY_MS = 1_000
/** New flows of this editor run independent steps side by side; flows from elsewhere keep the reference's way. */
const NEW_FLOW_CONCURRENCY = 100

interface Keeper extends KeeperParts {
  store: StoreApi<KeeperState>
  /** The document that the draft on the server holds. */
  kept: FlowDocument | undefined
  /** The name of the flow on the server. */
  savedName: string
  last: Promise<unknown>
}

/** Makes the keeper of one editor. */
export function createDraftKeeper(parts: KeeperParts): DraftKeeper {
  const store = createStore<KeeperState>(() => ({
    isSaving: false,
    conflict: undefined,
    draftError: undefined,
  }))
  const keeper: Keeper = {
    ...parts,
    store,
    kept: undefined,
    savedName: parts.editor.getState().head.name,
    last: Promise.resolve(),
  }
  return {
    store,
    start: () => keepDrafts(keeper),
    keep: () => inTurn(keeper, () => findLoss(keeper)),
    save: () => inTurn(keeper, () => saveFlow(keeper, parts.editor.getState().head.revision)),
    overwrite: () => inTurn(keeper, () => saveFlow(keeper, store.getState().conflict?.revision)),
    takeTheirs: () => inTurn(keeper, () => takeTheirs(keeper)),
    cancelConflict: () => store.setState({ conflict: undefined }),
    discardDraft: () => inTurn(keeper, () => discardDraft(keeper)),
    setKey: (keyId) => inTurn(keeper, () => setKey(keeper, keyId)),
    prepare: () => inTurn(keeper, () => prepare(keeper)),
  }
}

/** A save must not overtake the draft before it, nor a run the save before it. */
function inTurn<T>(keeper: Keeper, work: () => Promise<T>): Promise<T> {
  const turn = keeper.last.then(work, work)
  keeper.last = turn.catch(() => undefined)
  return turn
}

function keepDrafts(keeper: Keeper): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => void inTurn(keeper, () => keepDraft(keeper)),
      keeper.draftDelayMs ?? DRAFT_DELAY_MS,
    )
  }
  const stop = keeper.editor.subscribe((state, before) => {
    if (state.document !== before.document && state.isDirty) later()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Keeps unsaved work on the server. A failure is shown beside the name of the flow and tried again with the next change. */
async function keepDraft(keeper: Keeper): Promise<boolean> {
  try {
    await putDraft(keeper)
    keeper.store.setState({ draftError: undefined })
    const { document, isDirty } = keeper.editor.getState()
    return !isDirty || keeper.kept === document
  } catch (error) {
    keeper.store.setState({ draftError: error })
    return false
  }
}

async function findLoss(keeper: Keeper): Promise<Loss> {
  if (!(await keepDraft(keeper))) return 'all'
  return keeper.editor.getState().head.name === keeper.savedName ? 'nothing' : 'name'
}

async function putDraft(keeper: Keeper): Promise<void> {
  const { document, head, isDirty, viewport } = keeper.editor.getState()
  const { id, versionId } = head
  if (id === undefined || versionId === undefined || !isDirty || keeper.kept === document) return
  const body = { document, viewport: viewport ?? null, baseVersionId: versionId }
  await keeper.api.putDraft({ params: { id }, body })
  keeper.kept = document
}

/** Another tab may have kept its own work meanwhile: there is one draft for all of them. */
async function putDraftAnew(keeper: Keeper): Promise<void> {
  keeper.kept = undefined
  await putDraft(keeper)
}

async function discardDraft(keeper: Keeper): Promise<void> {
  const { id } = keeper.editor.getState().head
  keeper.kept = undefined
  if (id !== undefined) await keeper.api.deleteDraft({ params: { id } })
}

async function setKey({ api, editor }: Keeper, keyId: string | undefined): Promise<void> {
  const { id, revision } = editor.getState().head
  if (id === undefined) throw new Error('A flow must be saved before it can ask for a key.')
  const options = revision === undefined ? {} : { ifMatch: revision }
  const saved = await api.updateChatflow({ params: { id }, body: { apikeyid: keyId ?? null } }, options)
  const changed = headOf(saved)
  editor.setState(({ head }) => ({
    head: { ...head, keyId: changed.keyId, revision: changed.revision },
  }))
}

async function prepare(keeper: Keeper): Promise<PreparedFlow> {
  const { head, isDirty } = keeper.editor.getState()
  if (head.id === undefined) await saveFlow(keeper, undefined)
  else if (isDirty) await putDraftAnew(keeper)
  const { id } = keeper.editor.getState().head
  if (id === undefined) throw new Error('The flow could not be saved.')
  return { flowId: id, useDraft: head.id !== undefined && isDirty }
}

async function saveFlow(keeper: Keeper, revision: number | undefined): Promise<Problem[] | undefined> {
  const { editor, store } = keeper
  const before = editor.getState()
  store.setState({ isSaving: true, conflict: undefined })
  try {
    const saved = await sendFlow(keeper, before, revision)
    noteSaved(editor, before, saved)
    keeper.savedName = saved.name
    if (before.head.id === undefined) keeper.onCreated(saved.id)
    else await discardDraft(keeper).catch(() => undefined)
    return saved.problems ?? []
  } catch (error) {
    if (!isApiError(error) || error.status !== 409 || before.head.id === undefined) throw error
    const params = { id: before.head.id }
    store.setState({ conflict: await keeper.api.getChatflow({ params, query: { view: 'document' } }) })
    return undefined
  } finally {
    store.setState({ isSaving: false })
  }
}

function sendFlow({ api }: Keeper, state: EditorState, revision: number | undefined): Promise<Chatflow> {
  const { head, document, viewport } = state
  const body = { name: head.name, document, viewport: viewport ?? null }
  if (head.id === undefined) {
    return api.createChatflow({ body: { ...body, type: head.type, concurrency: NEW_FLOW_CONCURRENCY } })
  }
  const options = revision === undefined ? {} : { ifMatch: revision }
  return api.updateChatflow({ params: { id: head.id }, body }, options)
}

/** What was changed while the save was under way stays unsaved. */
function noteSaved(editor: EditorStore, before: EditorState, saved: Chatflow): void {
  editor.setState(({ document, head }) => ({
    isDirty: document !== before.document || head.name !== before.head.name,
    head: { ...headOf(saved), name: head.name },
  }))
}

async function takeTheirs(keeper: Keeper): Promise<void> {
  const { conflict } = keeper.store.getState()
  if (!conflict?.document) return
  const { document, viewport } = conflict
  replaceFlow(keeper.editor, {
    head: headOf(conflict),
    document,
    viewport: viewport ?? keeper.editor.getState().viewport,
    isDirty: false,
  })
  keeper.savedName = conflict.name
  keeper.store.setState({ conflict: undefined })
  await discardDraft(keeper)
}

/** What the editor keeps of a flow as the server gives it. */
export function headOf(flow: Chatflow): FlowHead {
  return {
    id: flow.id,
    name: flow.name,
    type: flow.type,
    revision: flow.revision,
    versionId: flow.headVersionId,
    keyId: flow.apikeyid || undefined,
    repairs: flow.repairs ?? [],
    savedAt: Date.parse(flow.updatedDate),
  }
}
