import type { Client } from '@runnel/client'
import type { FlowDocument } from '@runnel/contract'
import { diffDocuments, isEmptyDiff } from '@runnel/graph'
import type { StoreApi } from 'zustand/vanilla'
import { appendToDraft, wholeDraft } from './draft-log.ts'
import type { EditorStore } from './editor-store.ts'
import type { FlowSaver, SavingState } from './save-flow.ts'
import { isSessionEnd, mayPass } from './send-unsent.ts'
import type { UnsentWork } from './unsent-work.ts'

const DRAFT_DELAY_MS = 1_000
/** Waits between two tries double up to this. */
const MOST_DELAY_MS = 30_000

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

/** How the keeping stands. */
export interface KeeperState extends SavingState {
  /** Why the unsaved work could not be kept on the server. */
  draftError: unknown
  /** Where the unsaved work lies: on the server, in this browser until it can be sent, or on this screen alone. */
  keptIn: 'server' | 'browser' | 'nowhere'
}

/** What a keeper is made from. */
export interface KeeperParts {
  api: KeeperApi
  editor: EditorStore
  /** Called when a new flow has got its id. */
  onCreated: (id: string) => void
  /** Where work waits that the server did not take. */
  unsent: UnsentWork
  draftDelayMs?: number
}

/** The keeper of one editor, from inside. */
export interface Keeper extends KeeperParts, FlowSaver {
  api: KeeperApi
  store: StoreApi<KeeperState>
  last: Promise<unknown>
  /** How often in a row the server could not be reached. */
  failures: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A save must not overtake the draft before it, nor a run the save before it. */
export function inTurn<T>(keeper: Keeper, work: () => Promise<T>): Promise<T> {
  const turn = keeper.last.then(work, work)
  keeper.last = turn.catch(() => undefined)
  return turn
}

/** Keeps unsaved work a little later; what was to be done before is done then. */
export function keepLater(keeper: Keeper, delayMs = keeper.draftDelayMs ?? DRAFT_DELAY_MS): void {
  clearTimeout(keeper.timer)
  keeper.timer = setTimeout(() => void inTurn(keeper, () => keepDraft(keeper)), delayMs)
}

/**
 * Keeps unsaved work on the server. What the server cannot take now is left in this browser and sent again by itself;
 * what it refuses is tried again with the next change.
 */
export async function keepDraft(keeper: Keeper): Promise<boolean> {
  try {
    const { head, isDirty } = keeper.editor.getState()
    if (head.id === undefined) return !isDirty
    // Also where all is saved: what was taken back would be offered again by the draft.
    await appendToDraft(keeper)
    noteKept(keeper)
    return isEmptyDiff(diffDocuments(keptOf(keeper), keeper.editor.getState().document))
  } catch (error) {
    noteFailure(keeper, error)
    return keeper.store.getState().keptIn === 'browser'
  }
}

/** All that was to be kept is kept. */
export function noteKept(keeper: Keeper): void {
  const { id } = keeper.editor.getState().head
  clearTimeout(keeper.timer)
  keeper.failures = 0
  if (id !== undefined) keeper.unsent.forget(id)
  keeper.store.setState({ draftError: undefined, keptIn: 'server' })
}

function noteFailure(keeper: Keeper, draftError: unknown): void {
  // What the server refuses it would refuse later as well.
  const isHeld = mayPass(draftError) && leaveHere(keeper)
  keeper.store.setState({ draftError, keptIn: isHeld ? 'browser' : 'nowhere' })
  // A session comes back by the person alone: `tryAgain` is called then.
  if (!mayPass(draftError) || isSessionEnd(draftError)) return
  const delay = (keeper.draftDelayMs ?? DRAFT_DELAY_MS) * 2 ** keeper.failures
  keeper.failures += 1
  keepLater(keeper, Math.min(delay, MOST_DELAY_MS))
}

/** Leaves all unsaved work in this browser; false where it cannot be. */
export function leaveHere(keeper: Keeper): boolean {
  const { id } = keeper.editor.getState().head
  const body = wholeDraft(keeper)
  return id !== undefined && body !== undefined && keeper.unsent.write(id, body)
}

/** Leaves in this browser what did not reach the server yet. */
export function holdHere(keeper: Keeper): void {
  if (isBehind(keeper)) leaveHere(keeper)
}

/** Whether the server does not know yet how the unsaved work stands, be it that all of it was taken back. */
export function isBehind(keeper: Keeper): boolean {
  const { document } = keeper.editor.getState()
  return keeper.store.getState().keptIn === 'browser' || !isEmptyDiff(diffDocuments(keptOf(keeper), document))
}

/** The document that the server would offer. */
function keptOf({ draft, editor }: Keeper): FlowDocument {
  return draft?.document ?? editor.getState().saved.document
}
