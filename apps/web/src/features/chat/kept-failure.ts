import { isApiError } from '@runnel/client'
import { makeId } from '../../make-id.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import type { History } from './arrange-history.ts'
import { makeRememberedEntry, nothingAsked, rememberAsked } from './asked-entry.ts'
import { type ChatFailure, makeFailedEntry } from './chat-entry.ts'
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
  const entry = entries?.findLast(({ role }) => role === 'user')
  if (entry) writeStoredChat(storage, flowId, { chatId, failed: { ...failure, ...rememberAsked(entry) } })
}

/**
 * What a failed call leaves: a question that was refused is kept. A run that began is followed again, whatever broke,
 * unless it is gone.
 */
export function keepCallFailure(
  { storage, store, flowId }: Omit<Place, 'flowId'> & { flowId: string | undefined },
  error: unknown,
): ChatFailure {
  const failure = { message: apiErrorMessage(error) }
  if (flowId === undefined) return failure
  if (readStoredChat(storage, flowId).runId === undefined) keepFailure({ storage, store, flowId }, failure)
  else if (isApiError(error) && error.status === 404)
    writeStoredChat(storage, flowId, { runId: undefined, ...nothingAsked })
  return failure
}

/** Shows what was kept behind the stored messages, unless they tell of that run themselves. */
export function showKeptFailure({ storage, store, flowId }: Place, { answered }: History): void {
  const { failed } = readStoredChat(storage, flowId)
  if (failed === undefined || (failed.runId !== undefined && answered.has(failed.runId))) return
  const { message, nodeId } = failed
  addEntry(store, makeRememberedEntry(failed))
  addEntry(store, makeFailedEntry(makeId(), { message, ...(nodeId === undefined ? {} : { nodeId }) }))
}
