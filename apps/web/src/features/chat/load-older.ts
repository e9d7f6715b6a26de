import type { ChatMessage } from '@runnel/contract'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { arrangeHistory } from './arrange-history.ts'
import { type ChatApi, MESSAGES_AT_ONCE, readMessages } from './chat-calls.ts'
import { makeFailedEntry } from './chat-entry.ts'
import type { ChatStore } from './chat-store.ts'

/** How much of a conversation was read: its newest pages, and their messages, oldest first. */
export interface ReadPart {
  pages: number
  messages: readonly ChatMessage[]
}

/** A conversation of which older messages are wanted. */
interface OlderPart {
  api: ChatApi
  store: ChatStore
  flowId: string
  part: ReadPart
  signal: AbortSignal
}

/**
 * Puts the messages before those shown in front of them, and gives what is read now. Messages that came meanwhile
 * only push others to a later page: what is there already is left out.
 */
export async function loadOlder({ api, store, flowId, part, signal }: OlderPart): Promise<ReadPart> {
  const { chatId } = store.getState()
  const page = part.pages + 1
  store.setState({ older: 'loading' })
  try {
    const read = await readMessages(api, { flowId, chatId, page, signal })
    if (signal.aborted) return part
    const known = new Set(part.messages.map(({ id }) => id))
    const added = read.filter(({ id }) => !known.has(id))
    const all = [...added, ...part.messages]
    showBefore(store, all, new Set(added.map(({ id }) => id)))
    store.setState({ older: read.length < MESSAGES_AT_ONCE ? 'none' : 'some' })
    return { pages: page, messages: all }
  } catch (error) {
    if (signal.aborted) return part
    const failed = makeFailedEntry(`older ${page}`, { message: apiErrorMessage(error) })
    store.setState(({ entries = [] }) => ({
      older: 'some',
      entries: [failed, ...entries.filter(({ id }) => id !== failed.id)],
    }))
    return part
  }
}

/** Entries of added messages are arranged among all, as a run may lie on both sides of the border. */
function showBefore(store: ChatStore, all: readonly ChatMessage[], added: ReadonlySet<string>): void {
  const before = arrangeHistory(all).entries.filter(({ id }) => added.has(id))
  store.setState(({ entries = [] }) => ({
    entries: [...before, ...entries.filter(({ id }) => !id.startsWith('older '))],
  }))
}
