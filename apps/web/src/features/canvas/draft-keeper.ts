import { type Client, isApiError } from '@runnel/client'
import type { Chatflow, FlowDraft, Problem, SavedChatflow } from '@runnel/contract'
import { diffDocuments, isEmptyDiff } from '@runnel/graph'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreparedFlow } from '../chat/chat-session.ts'
import { appendToDraft, type DraftLog, overwriteDraft, resumeDraft } from './draft-log.ts'
import {
  type EditorState,
  type EditorStore,
  type FlowHead,
  replaceFlow,
  takeInChange,
} from './editor-store.ts'

/** The calls that keep a flow. */
export type KeeperApi = Pick<
  Client,
  | 'createChatflow'
  | 'updateChatflow'
  | 'saveChatflow'
  | 'getChatflow'
  | 'appendDraft'
  | 'getDraft'
  | 'deleteDraft'
>

/** What leaving the page would lose: `all` of a new flow or when the server refuses; a new `name` is in no draft. */
export type Loss = 'nothing' | 'name' | 'all'

/** What a save found. */
export interface SaveOutcome {
  problems: Problem[]
  /** What somebody else saved meanwhile was joined with it. */
  isJoined: boolean
}

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
  /**
   * Saves the flow. What somebody else saved meanwhile is joined with it where the two do not meet; undefined when a
   * conflict is to be decided first.
   */
  save(): Promise<SaveOutcome | undefined>
  /** Decides a conflict: saves over the other version. */
  overwrite(): Promise<SaveOutcome | undefined>
  /** Decides a conflict: takes the other version. */
  takeTheirs(): Promise<void>
  cancelConflict(): void
  /** Goes on with unsaved work of before. */
  resume(draft: FlowDraft): void
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

interface Keeper extends KeeperParts, DraftLog {
  api: KeeperApi
  store: StoreApi<KeeperState>
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
    base: parts.editor.getState().document,
    draft: undefined,
    savedName: parts.editor.getState().head.name,
    last: Promise.resolve(),
  }
  return {
    store,
    start: () => keepDrafts(keeper),
    keep: () => inTurn(keeper, () => findLoss(keeper)),
    save: () => inTurn(keeper, () => saveFlow(keeper)),
    overwrite: () => inTurn(keeper, () => overwrite(keeper)),
    takeTheirs: () => inTurn(keeper, () => takeTheirs(keeper)),
    cancelConflict: () => store.setState({ conflict: undefined }),
    resume: (draft) => resumeDraft(keeper, draft),
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
    const { head, isDirty } = keeper.editor.getState()
    if (!isDirty) return true
    if (head.id === undefined) return false
    await appendToDraft(keeper)
    keeper.store.setState({ draftError: undefined })
    const kept = keeper.draft?.document ?? keeper.base
    return isEmptyDiff(diffDocuments(kept, keeper.editor.getState().document))
  } catch (error) {
    keeper.store.setState({ draftError: error })
    return false
  }
}

async function findLoss(keeper: Keeper): Promise<Loss> {
  if (!(await keepDraft(keeper))) return 'all'
  return keeper.editor.getState().head.name === keeper.savedName ? 'nothing' : 'name'
}

/** A run takes what is on this screen, whatever other windows hold. */
async function keepForRun(keeper: Keeper): Promise<void> {
  try {
    await appendToDraft(keeper, true)
  } catch (error) {
    if (!isStale(error)) throw error
    await overwriteDraft(keeper)
  }
}

function isStale(error: unknown): boolean {
  return isApiError(error) && error.status === 409
}

async function discardDraft(keeper: Keeper): Promise<void> {
  const { id } = keeper.editor.getState().head
  keeper.draft = undefined
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
  if (head.id === undefined) await saveFlow(keeper)
  else if (isDirty) await keepForRun(keeper)
  const { id } = keeper.editor.getState().head
  if (id === undefined) throw new Error('The flow could not be saved.')
  return { flowId: id, useDraft: head.id !== undefined && isDirty }
}

async function saveFlow(keeper: Keeper): Promise<SaveOutcome | undefined> {
  keeper.store.setState({ isSaving: true, conflict: undefined })
  try {
    const isNew = keeper.editor.getState().head.id === undefined
    return isNew ? await createFlow(keeper) : await saveChanges(keeper)
  } finally {
    keeper.store.setState({ isSaving: false })
  }
}

async function createFlow(keeper: Keeper): Promise<SaveOutcome> {
  const { editor, api } = keeper
  const before = editor.getState()
  const { head, document, viewport } = before
  const body = { name: head.name, document, viewport: viewport ?? null, type: head.type }
  const saved = await api.createChatflow({ body: { ...body, concurrency: NEW_FLOW_CONCURRENCY } })
  noteSaved(keeper, before, { ...headOf(saved), name: head.name })
  keeper.onCreated(saved.id)
  return { problems: saved.problems ?? [], isJoined: false }
}

const SAVE_TRIES = 4

/** Sends what changed. When somebody else saved meanwhile, both are joined where they do not meet, and sent again. */
async function saveChanges(keeper: Keeper): Promise<SaveOutcome | undefined> {
  let isJoined = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { problems: await sendChanges(keeper), isJoined }
    } catch (error) {
      if (!isStale(error) || attempt === SAVE_TRIES) throw error
      const theirs = await readTheirs(keeper)
      isJoined ||= theirs.revision !== keeper.editor.getState().head.revision
      if (!join(keeper, theirs)) {
        keeper.store.setState({ conflict: theirs })
        return undefined
      }
    }
  }
}

async function sendChanges(keeper: Keeper): Promise<Problem[]> {
  const { editor, api, base, draft } = keeper
  const before = editor.getState()
  const { head, document, viewport } = before
  const body = {
    diff: diffDocuments(base, document),
    name: head.name,
    viewport: viewport ?? null,
    ...(draft === undefined ? {} : { draftSequence: draft.sequence }),
  }
  const params = { id: head.id ?? '' }
  const saved = await api.saveChatflow({ params, body }, { ifMatch: head.revision ?? 0 })
  noteSaved(keeper, before, { ...head, ...savedHead(saved) })
  return saved.problems
}

async function readTheirs({ api, editor }: Keeper): Promise<Chatflow> {
  const { id = '' } = editor.getState().head
  return api.getChatflow({ params: { id }, query: { view: 'document' } })
}

/** Joins what is on the screen with what somebody else saved; false when both changed the same. */
function join(keeper: Keeper, theirs: Chatflow): boolean {
  const { editor, base, savedName } = keeper
  const { head } = editor.getState()
  if (theirs.document === undefined) return false
  const isRenamed = head.name !== savedName
  if (isRenamed && theirs.name !== savedName && theirs.name !== head.name) return false
  // At the revision that is known here nobody else saved: only what was taken for its document was not it.
  const isOwn = theirs.revision === head.revision
  if (!isOwn && !takeInChange(editor, base, diffDocuments(base, theirs.document))) return false
  editor.setState({ head: { ...headOf(theirs), name: isRenamed ? head.name : theirs.name } })
  keeper.base = theirs.document
  keeper.savedName = theirs.name
  return true
}

/** Decides a conflict: what is on this screen goes over the other version. */
async function overwrite(keeper: Keeper): Promise<SaveOutcome | undefined> {
  const { conflict } = keeper.store.getState()
  if (conflict?.document === undefined) return undefined
  const { name } = keeper.editor.getState().head
  keeper.base = conflict.document
  keeper.editor.setState({ head: { ...headOf(conflict), name } })
  return saveFlow(keeper)
}

/** What was changed while the save was under way stays unsaved. */
function noteSaved(keeper: Keeper, before: EditorState, head: FlowHead): void {
  keeper.base = before.document
  keeper.draft = undefined
  keeper.savedName = before.head.name
  keeper.editor.setState((now) => ({
    isDirty: now.document !== before.document || now.head.name !== before.head.name,
    head: { ...head, name: now.head.name },
  }))
}

function savedHead(saved: SavedChatflow): Pick<FlowHead, 'revision' | 'versionId' | 'repairs' | 'savedAt'> {
  return {
    revision: saved.revision,
    versionId: saved.headVersionId,
    repairs: saved.repairs,
    savedAt: Date.parse(saved.updatedDate),
  }
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
  keeper.base = document
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
