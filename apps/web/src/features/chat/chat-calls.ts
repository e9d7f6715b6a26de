import { type Client, isApiError, type ReadRunEventsOptions } from '@runnel/client'
import { formatEventPosition, type JsonObject } from '@runnel/contract'
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

const nothing: History = { entries: [], waitingRunId: undefined, answered: new Map(), unanswered: [] }

/** Reads the stored messages of the conversation into it, unless it is left meanwhile; without a flow there are none. */
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
    const query = { chatId: store.getState().chatId, order: 'ASC' as const }
    const history = arrangeHistory(
      await api.listInternalMessages({ params: { id: flowId }, query }, { signal }),
    )
    if (!signal.aborted) store.setState({ entries: history.entries })
    return history
  } catch (error) {
    if (!signal.aborted) store.setState({ entries: [], historyError: error })
    return nothing
  }
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
