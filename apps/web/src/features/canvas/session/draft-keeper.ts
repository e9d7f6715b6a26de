import type { Client } from '@runnel/client'
import type { FlowDraft, UpdateChatflowBody } from '@runnel/contract'
import { diffDocuments, isEmptyDiff } from '@runnel/graph'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreparedFlow } from '../../chat/chat-session.ts'
import { appendToDraft, overwriteDraft, resumeDraft } from './draft-log.ts'
import { type EditorStore, replaceFlow } from './editor-store.ts'
import {
  type FlowSaver,
  headOf,
  isStale,
  overwriteTheirs,
  type SaveOutcome,
  type SavingState,
  saveFlow,
} from './save-flow.ts'

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

/** How the keeping stands. */
export interface KeeperState extends SavingState {
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
  /** Keeps strangers out of conversations whose ids could be guessed, or lets them in. In force at once, too. */
  setPrivateSessions(isPrivate: boolean): Promise<void>
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
interface Keeper extends KeeperParts, FlowSaver {
  api: KeeperApi
  store: StoreApi<KeeperState>
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
    overwrite: () => inTurn(keeper, () => overwriteTheirs(keeper)),
    takeTheirs: () => inTurn(keeper, () => takeTheirs(keeper)),
    cancelConflict: () => store.setState({ conflict: undefined }),
    resume: (draft) => resumeDraft(keeper, draft),
    discardDraft: () => inTurn(keeper, () => discardDraft(keeper)),
    setKey: (keyId) => inTurn(keeper, () => changeAccess(keeper, { apikeyid: keyId ?? null })),
    setPrivateSessions: (privateSessions) => inTurn(keeper, () => changeAccess(keeper, { privateSessions })),
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

async function discardDraft(keeper: Keeper): Promise<void> {
  const { id } = keeper.editor.getState().head
  keeper.draft = undefined
  if (id !== undefined) await keeper.api.deleteDraft({ params: { id } })
}

/** Changes who may call, without a save of the flow. */
async function changeAccess(
  { api, editor }: Keeper,
  body: Pick<UpdateChatflowBody, 'apikeyid' | 'privateSessions'>,
): Promise<void> {
  const { id, revision } = editor.getState().head
  if (id === undefined) throw new Error('A flow must be saved before others can call it.')
  const options = revision === undefined ? {} : { ifMatch: revision }
  const {
    keyId,
    hasPrivateSessions,
    revision: next,
  } = headOf(await api.updateChatflow({ params: { id }, body }, options))
  editor.setState(({ head }) => ({ head: { ...head, keyId, hasPrivateSessions, revision: next } }))
}

async function prepare(keeper: Keeper): Promise<PreparedFlow> {
  const { head, isDirty } = keeper.editor.getState()
  if (head.id === undefined) await saveFlow(keeper)
  else if (isDirty) await keepForRun(keeper)
  const { id } = keeper.editor.getState().head
  if (id === undefined) throw new Error('The flow could not be saved.')
  return { flowId: id, useDraft: head.id !== undefined && isDirty }
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
