import { chooseCallersSeeSteps, type FlowDraft, type UpdateChatflowBody } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreparedFlow } from '../../chat/chat-session.ts'
import { appendToDraft, overwriteDraft, resumeDraft } from './draft-log.ts'
import { takeTheirVersion, touch } from './editor-store.ts'
import {
  holdHere,
  inTurn,
  isBehind,
  type Keeper,
  type KeeperParts,
  type KeeperState,
  keepDraft,
  keepLater,
  leaveHere,
  noteKept,
} from './keep-draft.ts'
import { headOf, isStale, overwriteTheirs, type SaveOutcome, saveFlow } from './save-flow.ts'
import { isSessionEnd } from './send-unsent.ts'

/** What leaving the page would lose: `all` of a new flow or when the server refuses; a new `name` is in no draft. */
export type Loss = 'nothing' | 'name' | 'all'

/** Keeps the flow: saves it when asked, and its unsaved work by itself. Calls go out one after the other. */
export interface DraftKeeper {
  store: StoreApi<KeeperState>
  /** Begins to keep unsaved work; call the result to end. */
  start(): () => void
  /** Tries at once what is to be tried again, as when the network or the session is back. */
  tryAgain(): void
  /** Leaves in this browser what did not reach the server yet: the page is about to go. */
  holdHere(): void
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
  /** Shows all callers what the steps did, or only the answer. In force at once, too. */
  setCallersSeeSteps(isShown: boolean): Promise<void>
  /** Chooses, as JSON text, who hears or who speaks. In force at once, too. */
  /** Keeps the settings of the flow's chat, JSON as text. */
  setChat(text: string): Promise<void>
  setSpeech(setting: 'speechToText' | 'textToSpeech', text: string): Promise<void>
  /** Brings the screen to the server for a run. */
  prepare(): Promise<PreparedFlow>
}

/** Makes the keeper of one editor. */
export function createDraftKeeper(parts: KeeperParts): DraftKeeper {
  const store = createStore<KeeperState>(() => ({
    isSaving: false,
    conflict: undefined,
    draftError: undefined,
    keptIn: 'server',
  }))
  const keeper: Keeper = {
    ...parts,
    store,
    draft: undefined,
    last: Promise.resolve(),
    failures: 0,
    timer: undefined,
  }
  return {
    store,
    start: () => keepDrafts(keeper),
    tryAgain() {
      if (store.getState().draftError !== undefined) keepLater(keeper, 0)
    },
    holdHere: () => holdHere(keeper),
    keep: () => inTurn(keeper, () => findLoss(keeper)),
    save: () => inTurn(keeper, () => saving(keeper, saveFlow)),
    overwrite: () => inTurn(keeper, () => saving(keeper, overwriteTheirs)),
    takeTheirs: () => inTurn(keeper, () => takeTheirs(keeper)),
    cancelConflict: () => store.setState({ conflict: undefined }),
    resume: (draft) => resumeDraft(keeper, draft),
    discardDraft: () => inTurn(keeper, () => discardDraft(keeper)),
    setKey: (keyId) => inTurn(keeper, () => changeAccess(keeper, { apikeyid: keyId ?? null })),
    setPrivateSessions: (privateSessions) => inTurn(keeper, () => changeAccess(keeper, { privateSessions })),
    setChat: (chatbotConfig) => inTurn(keeper, () => changeAccess(keeper, { chatbotConfig })),
    setSpeech: (setting, text) => inTurn(keeper, () => changeAccess(keeper, { [setting]: text })),
    setCallersSeeSteps: (isShown) => inTurn(keeper, () => showSteps(keeper, isShown)),
    prepare: () => inTurn(keeper, () => prepare(keeper)),
  }
}

function keepDrafts(keeper: Keeper): () => void {
  const stop = keeper.editor.subscribe((state, before) => {
    // Also when it is clean again: the draft is to forget what was taken back.
    if (state.document !== before.document && (state.isDirty || before.isDirty)) keepLater(keeper)
  })
  return () => {
    clearTimeout(keeper.timer)
    stop()
    // Who leaves unsaved work was asked, and it is kept; about what was taken back nobody is asked.
    if (!keeper.editor.getState().isDirty && isBehind(keeper)) void inTurn(keeper, () => keepDraft(keeper))
  }
}

/** A save that succeeds is the end of all that could not be kept before it. */
async function saving(
  keeper: Keeper,
  work: (keeper: Keeper) => Promise<SaveOutcome | undefined>,
): Promise<SaveOutcome | undefined> {
  const outcome = await work(keeper)
  if (outcome === undefined) return undefined
  noteKept(keeper)
  if (keeper.editor.getState().isDirty) keepLater(keeper)
  return outcome
}

async function findLoss(keeper: Keeper): Promise<Loss> {
  const { keptIn, draftError } = keeper.store.getState()
  // Without a session nobody is asked for it once more: leaving asks enough.
  const mayTry = keptIn !== 'browser' && !isSessionEnd(draftError)
  if (!(mayTry ? await keepDraft(keeper) : leaveHere(keeper))) return 'all'
  const { head, saved } = keeper.editor.getState()
  return head.name === saved.name ? 'nothing' : 'name'
}

/** A run takes what is on this screen, whatever other windows hold. */
async function keepForRun(keeper: Keeper): Promise<void> {
  try {
    await appendToDraft(keeper, true)
  } catch (error) {
    if (!isStale(error)) throw error
    await overwriteDraft(keeper)
  }
  noteKept(keeper)
}

async function discardDraft(keeper: Keeper): Promise<void> {
  const { id } = keeper.editor.getState().head
  keeper.draft = undefined
  if (id === undefined) return
  await keeper.api.deleteDraft({ params: { id } })
  noteKept(keeper)
}

/** What is in force at once: the rules for callers, and how the flow hears and speaks. */
type AccessChange = Pick<
  UpdateChatflowBody,
  'apikeyid' | 'privateSessions' | 'apiConfig' | 'chatbotConfig' | 'speechToText' | 'textToSpeech'
>

/** Changes who may call and what callers see, without a save of the flow. */
async function changeAccess({ api, editor }: Keeper, body: AccessChange): Promise<void> {
  const { id, revision } = editor.getState().head
  if (id === undefined) throw new Error('A flow must be saved before others can call it.')
  const options = revision === undefined ? {} : { ifMatch: revision }
  const changed = headOf(await api.updateChatflow({ params: { id }, body }, options))
  const { keyId, hasPrivateSessions, apiConfig, chatbotConfig, speechToText, textToSpeech } = changed
  const inForce = { keyId, hasPrivateSessions, apiConfig, chatbotConfig, speechToText, textToSpeech }
  editor.setState(({ head }) => ({ head: { ...head, ...inForce, revision: changed.revision } }))
}

function showSteps(keeper: Keeper, isShown: boolean): Promise<void> {
  const { apiConfig } = keeper.editor.getState().head
  return changeAccess(keeper, { apiConfig: chooseCallersSeeSteps(apiConfig, isShown) })
}

async function prepare(keeper: Keeper): Promise<PreparedFlow> {
  touch(keeper.editor)
  const { head, isDirty } = keeper.editor.getState()
  if (head.id === undefined) await saving(keeper, saveFlow)
  else if (isDirty) await keepForRun(keeper)
  const { id } = keeper.editor.getState().head
  if (id === undefined) throw new Error('The flow could not be saved.')
  return { flowId: id, useDraft: head.id !== undefined && isDirty }
}

async function takeTheirs(keeper: Keeper): Promise<void> {
  const { conflict } = keeper.store.getState()
  if (!conflict?.document) return
  const { document } = conflict
  takeTheirVersion(keeper.editor, headOf(conflict), document)
  keeper.store.setState({ conflict: undefined })
  await discardDraft(keeper)
}
