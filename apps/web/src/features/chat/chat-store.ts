import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatEntry } from './chat-entry.ts'

/** How the panel stands: nothing under way, a question being handed over, an answer under way, the run asks back. */
export type ChatPhase = 'idle' | 'sending' | 'running' | 'stopping' | 'waiting'

/** The conversation shown beside the canvas. */
export interface ChatState {
  chatId: string
  phase: ChatPhase
  /** `undefined` while the stored messages are on their way. */
  entries: readonly ChatEntry[] | undefined
  /** What this person answered of the questions that the run asked when it waited last, by their ids. */
  answered: Readonly<Record<string, 'proceed' | 'reject'>>
  /** Whether there are older messages than those shown, and whether they are on their way. */
  older: 'none' | 'some' | 'loading'
  /** Why the stored messages could not be read. */
  historyError: unknown
}
export type ChatStore = StoreApi<ChatState>

/** Makes the store of a panel. */
export function createChatStore(chatId: string): ChatStore {
  return createStore<ChatState>(() => ({
    chatId,
    phase: 'idle',
    entries: undefined,
    answered: {},
    older: 'none',
    historyError: undefined,
  }))
}

/** Appends to the conversation; an entry that is there already (a stored answer that is followed again) stays one. */
export function addEntry(store: ChatStore, entry: ChatEntry): void {
  store.setState(({ entries = [] }) => ({
    entries: entries.some(({ id }) => id === entry.id) ? entries : [...entries, entry],
  }))
}

/** Puts an entry in the place of the one with its id. */
export function replaceEntry(store: ChatStore, entry: ChatEntry): void {
  store.setState(({ entries }) => ({ entries: entries?.map((old) => (old.id === entry.id ? entry : old)) }))
}
