import { makeId } from '../../make-id.ts'
import type { History } from './arrange-history.ts'
import { type ChatFailure, makeFailedEntry, makeUserEntry } from './chat-entry.ts'
import { addEntry, type ChatStore } from './chat-store.ts'
import { readStoredChat, writeStoredChat } from './stored-chat.ts'

interface Place {
  storage: Storage
  store: ChatStore
  flowId: string
}

/** Keeps the question that was answered by a failure, with it: the server keeps no messages of such a run. */
export function keepFailure(
  { storage, store, flowId }: Place,
  failure: ChatFailure & { runId?: string | undefined },
): void {
  const { chatId, entries } = store.getState()
  const asked = entries?.findLast(({ role }) => role === 'user')?.text
  if (asked !== undefined) writeStoredChat(storage, flowId, { chatId, failed: { ...failure, asked } })
}

/** Shows what was kept behind the stored messages, unless they tell of that run themselves. */
export function showKeptFailure({ storage, store, flowId }: Place, { answered }: History): void {
  const { failed } = readStoredChat(storage, flowId)
  if (failed === undefined || (failed.runId !== undefined && answered.has(failed.runId))) return
  const { asked, message, nodeId } = failed
  addEntry(store, makeUserEntry(makeId(), asked))
  addEntry(store, makeFailedEntry(makeId(), { message, ...(nodeId === undefined ? {} : { nodeId }) }))
}
