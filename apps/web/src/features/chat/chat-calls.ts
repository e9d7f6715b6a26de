import { type Client, isApiError } from '@runnel/client'
import type { ChatMessage, JsonObject, JsonValue, Upload } from '@runnel/contract'
import { makeId } from '../../make-id.ts'
import { arrangeHistory, type History } from './arrange-history.ts'
import type { ChatStore } from './chat-store.ts'

/** The calls that a conversation needs. */
export type ChatApi = Pick<Client, 'openStream' | 'abortChat' | 'listInternalMessages'>

/** What the person sends: a question with its files, or a filled form. */
export type ChatInput = { question: string; uploads?: Upload[] } | { form: JsonObject }

/** What goes to the server with a call: an input, or the answer to what a waiting run asks. */
export type RunInput = ChatInput | { humanInput: HumanInput }

/** The answer to a waiting step, as the API takes it. */
export interface HumanInput {
  type: 'proceed' | 'reject'
  /** The question, by its id or else by its node. */
  waitId?: string
  startNodeId?: string
  feedback?: string
  input?: JsonValue
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
interface RunStart {
  flowId: string
  chatId: string
  input: RunInput
  useDraft: boolean
  signal: AbortSignal
}

/** A run that began or goes on, with its log open where it does. */
export interface OpenedRun {
  runId: string
  opened: Response
}

/** True when no answer came: the server may or may not have begun the run. */
function isUncertain(error: unknown): boolean {
  return isApiError(error) && error.status === 0
}

/**
 * Starts a run, or lets a waiting one go on, and gives its id with its log, open from there on. A question whose
 * answer was lost on the way is sent once more under the same name, so that it is asked once.
 */
export async function startRun(api: ChatApi, { signal, ...body }: RunStart): Promise<OpenedRun> {
  const idempotencyKey = makeId()
  const send = () => api.openStream('startRun', { body }, { signal, idempotencyKey })
  const opened = await send().catch((error: unknown) => {
    if (!isUncertain(error) || 'humanInput' in body.input) throw error
    return send()
  })
  const runId = opened.headers.get('x-run-id')
  if (runId !== null) return { runId, opened }
  await opened.body?.cancel()
  throw new Error('The server did not name the run that it started.')
}
