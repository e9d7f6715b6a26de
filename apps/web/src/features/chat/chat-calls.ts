import { type Client, isApiError, type ReadRunEventsOptions } from '@runnel/client'
import { type ChatMessage, formatEventPosition, type JsonObject } from '@runnel/contract'
import { arrangeHistory, type History } from './arrange-history.ts'
import type { ChatStore } from './chat-store.ts'

/** The calls that a conversation needs. */
export type ChatApi = Pick<Client, 'openStream' | 'abortChat' | 'listInternalMessages'>

/** What the person sends: a question, or a filled form. */
export type ChatInput = { question: string } | { form: JsonObject }

/** What goes to the server with a call: an input, or the answer to what a waiting run asks. */
export type RunInput = ChatInput | { humanInput: HumanInput }

/** The answer to a waiting step, as the API takes it. */
export interface HumanInput {
  type: 'proceed' | 'reject'
  startNodeId?: string
  feedback?: string
}

const nothing: History = arrangeHistory([])

/** Messages of a conversation that are read at once; the server gives no more. */
export const MESSAGES_AT_ONCE = 200

/**
 * Reads the newest stored messages of the conversation into it, unless it is left meanwhile; without a flow there are
 * none.
 */
export async function loadHistory(
  api: ChatApi,
  store: ChatStore,
  { flowId, signal }: { flowId: string | undefined; signal: AbortSignal },
): Promise<History> {
  if (flowId === undefined) {
    store.setState({ entries: [] })
    return nothing
  }
  try {
    const messages = await readMessages(api, { flowId, chatId: store.getState().chatId, page: 1, signal })
    const history = arrangeHistory(messages)
    const older = messages.length < MESSAGES_AT_ONCE ? 'none' : 'some'
    if (!signal.aborted) store.setState({ entries: history.entries, older })
    return history
  } catch (error) {
    if (!signal.aborted) store.setState({ entries: [], historyError: error })
    return nothing
  }
}

/** One page of a conversation's messages, oldest first; page 1 holds the newest. */
export async function readMessages(
  api: ChatApi,
  { flowId, chatId, page, signal }: { flowId: string; chatId: string; page: number; signal: AbortSignal },
): Promise<ChatMessage[]> {
  const query = { chatId, order: 'DESC' as const, page, limit: MESSAGES_AT_ONCE }
  const newestFirst = await api.listInternalMessages({ params: { id: flowId }, query }, { signal })
  return newestFirst.toReversed()
}

/** True when an answer came too late: the question was answered elsewhere, or its run is over. */
export function isAnsweredAlready(error: unknown): boolean {
  return isApiError(error) && error.status === 409
}

/** What a run is started with. */
export interface RunStart {
  flowId: string
  chatId: string
  input: RunInput
  useDraft: boolean
  signal: AbortSignal
}

/**
 * Starts a run, or lets a waiting one go on, and gives its id. The answer's own stream is left at once: the run is followed by its log, which can
 * be resumed after a cut.
 */
export async function startRun(
  api: ChatApi,
  { flowId, chatId, input, useDraft, signal }: RunStart,
): Promise<string> {
  const body = { ...input, chatId, streaming: true, useDraft }
  const response = await api.openStream('predictInternally', { params: { id: flowId }, body }, { signal })
  const runId = response.headers.get('x-run-id')
  await response.body?.cancel()
  if (runId === null) throw new Error('The server did not name the run that it started.')
  return runId
}

/** Opens the log of a run behind any of its events. */
export function openEvents(api: ChatApi, runId: string, signal: AbortSignal): ReadRunEventsOptions['open'] {
  return (after) =>
    api.openStream(
      'readRunEvents',
      { params: { id: runId } },
      { signal, headers: after ? { 'last-event-id': formatEventPosition(after) } : {} },
    )
}
