import { createHmac, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ExecutedNode,
  type FlowType,
  type HistoryMessage,
  isRunnelError,
  type JsonObject,
  type LoggedEvent,
  type RunInput,
  RunnelError,
  type StoredRunInput,
} from '@runnel/contract'
import { type PastMessages, parseRunInput } from '@runnel/db'
import type { OperationContext, ServingContext } from '../context.ts'
import { beginRun } from './begin-run.ts'
import { eraseGiven, type GivenFiles, type KeptGiven, keepGiven } from './keep-given.ts'
import {
  type Conversation,
  type ConversationRequest,
  openConversation,
  outsideSessionOf,
  readRunContext,
} from './open-conversation.ts'
import { readRunEvents } from './read-run-events.ts'

/** A run to be accepted, whoever asks for it: a page, a prediction, a trigger, a tool, an evaluation. */
export interface RunRequest extends ConversationRequest, GivenFiles {
  /** What the run is; `flow` when absent. One that `ingests` is an ingestion, about that node. */
  kind?: 'flow' | 'assistant' | 'evaluation' | undefined
  /** Id of what the run is about beside its flow, such as an evaluation's row. */
  subject?: string | undefined
  /** What is asked: one of them, or neither where the flow needs none. */
  input: { question?: string | undefined; form?: JsonObject | undefined }
  /** Messages given with the call, in front of the session's own. */
  history?: HistoryMessage[] | undefined
  /** What the caller changes for this run, fitted to what the author allows: node id → param → value, and variables. */
  overrides?: Pick<RunInput, 'variables'> & { values: RunInput['overrides'] }
  /** Id of the chat whose questions alone find what is taken into a store. */
  onlyForChat?: string | undefined
  /** How many steps may run at once; the flow's own number when absent. */
  concurrency?: number | undefined
  /** Names the request among those of its namespace: said again, it gives the run that it began before. */
  idempotencyKey?: string | undefined
  /** Aborted when nobody reads the events any more; the run goes on. */
  signal?: AbortSignal | undefined
}

/** A run that is stored and started: its events can be read to its end. */
export interface AcceptedRun {
  runId: string
  messageId: string
  flowType: FlowType
  /** Whether the answer is streamed: asked for, and possible. */
  streams: boolean
  /** It fills a store, in place of an answer. */
  ingests?: boolean
  /** What an answered run had executed when it asked; absent for a new run. */
  executedBefore?: ExecutedNode[]
  events: AsyncIterable<LoggedEvent[]>
}

interface FixedInput {
  input: RunInput
  /** The messages of `input.pastHistory`; the position of the last one is stored in their place. */
  past: PastMessages
}

/** Everything that the run may depend on, fixed now. */
async function fixInput(
  context: OperationContext,
  { files, documents, spoken, loaderValues, fileIds: _kept, ...conversation }: Conversation & KeptGiven,
  { runId, request }: { runId: string; request: RunRequest },
): Promise<FixedInput> {
  const { flow, version, chatType, namespace, ids, streams } = conversation
  const session = { namespace, sessionId: ids.sessionId }
  const outsideSession = await outsideSessionOf(context, flow, session)
  const { input, history = [], overrides, concurrency = flow.concurrency } = request
  const world = await readRunContext(context, conversation, { runId, form: input.form })
  const fixed = {
    flowId: flow.id,
    flowType: flow.type,
    versionId: version.id,
    chatId: ids.chatId,
    sessionId: ids.sessionId,
    ...(outsideSession === undefined ? {} : { outsideSession }),
    messageId: randomUUIDv7(),
    chatType,
    namespace,
    ...(request.onlyForChat === undefined ? {} : { onlyForChat: request.onlyForChat }),
    ...(input.question === undefined ? {} : { question: input.question }),
    ...(world.form === undefined ? {} : { form: world.form }),
    ...(files.length === 0 ? {} : { files }),
    ...(documents === undefined ? {} : { documents }),
    ...(spoken && { spoken }),
    prependedHistory: history,
    pastHistory: [...world.past.messages],
    variables: { ...world.variables, ...overrides?.variables },
    overrides: mergeValues(overrides?.values ?? {}, loaderValues),
    initialState: world.state,
    streaming: streams,
    concurrency,
    startedAt: new Date(context.now()).toISOString(),
  }
  return { input: fixed, past: world.past }
}

/**
 * The id of the run that a named request begins, so that the database itself refuses a second one. Nobody can compute
 * it from the name: whoever knows the id of a run may be let to follow it.
 */
function runIdOf(
  context: OperationContext,
  { flow, namespace, chatType, idempotencyKey }: RunRequest,
): string {
  if (idempotencyKey === undefined) return randomUUIDv7()
  const name = JSON.stringify(['run', flow.workspaceId, namespace, chatType, idempotencyKey])
  const hex = createHmac('sha256', context.sessionKey).update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function mergeValues(values: RunInput['overrides'], more: RunInput['overrides']): RunInput['overrides'] {
  const merged = { ...values }
  for (const [nodeId, params] of Object.entries(more)) merged[nodeId] = { ...merged[nodeId], ...params }
  return merged
}

/** Files of a form are kept anew whenever they come: their params name other ones. */
function withoutFiles(
  values: RunInput['overrides'],
  { loaderFiles = [] }: RunRequest,
): RunInput['overrides'] {
  const left = Object.entries(values).map(([nodeId, params]) => {
    const isFile = (name: string) =>
      loaderFiles.some(({ nodeId: id, param }) => id === nodeId && param === name)
    return [nodeId, Object.fromEntries(Object.entries(params).filter(([name]) => !isFile(name)))] as const
  })
  return Object.fromEntries(left.filter(([, params]) => Object.keys(params).length > 0))
}

/** What of a run its caller chose, as far as it is kept as it was given. */
function asksTheSame(earlier: StoredRunInput, request: RunRequest): boolean {
  const { flow, names = {}, input, history = [], uploads = [], overrides } = request
  const same = (a: unknown, b: unknown) => isDeepStrictEqual(a, b)
  return (
    earlier.flowId === flow.id &&
    earlier.question === input.question &&
    (input.form === undefined || same(earlier.form, input.form)) &&
    same(earlier.prependedHistory, history) &&
    same(withoutFiles(earlier.overrides, request), overrides?.values ?? {}) &&
    same({ ...earlier.variables, ...overrides?.variables }, earlier.variables) &&
    (earlier.files?.length ?? 0) + (earlier.spoken ? 1 : 0) === uploads.length &&
    (names.chatId ?? earlier.chatId) === earlier.chatId &&
    (names.sessionId ?? earlier.sessionId) === earlier.sessionId
  )
}

/**
 * The run that this request began before; undefined when it is said for the first time.
 * @throws RunnelError `conflict` when another request had its name
 */
async function findEarlier(
  context: OperationContext,
  request: RunRequest,
  runId: string,
): Promise<AcceptedRun | undefined> {
  const { flow, signal, asksForStream = false } = request
  const { workspaceId, type: flowType } = flow
  const run = await context.db.read(workspaceId).runs.find(runId)
  if (!run) return undefined
  if (!asksTheSame(parseRunInput(run), request))
    throw new RunnelError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
  const events = readRunEvents(context, { workspaceId, runId, ...(signal ? { signal } : {}) })
  return { runId, messageId: run.messageId, flowType, streams: asksForStream && run.streaming, events }
}

/** Stores the run of a request and starts it. */
function startRun(
  context: ServingContext,
  run: FixedInput & { runId: string; conversation: Conversation; request: RunRequest },
): Promise<AsyncIterable<LoggedEvent[]>> {
  const { runId, input, past, conversation, request } = run
  const { namespace, version, flow } = conversation
  const { signal, ingests } = request
  return beginRun(context, {
    run: {
      id: runId,
      flowId: input.flowId,
      versionId: input.versionId,
      kind: ingests === undefined ? (request.kind ?? 'flow') : 'ingestion',
      subject: ingests ?? request.subject,
    },
    workspaceId: flow.workspaceId,
    namespace,
    version,
    input,
    past,
    signal,
  })
}

const NO_FILES: KeptGiven = {
  files: [],
  documents: undefined,
  spoken: undefined,
  loaderValues: {},
  fileIds: [],
}

const bringsFiles = ({ uploads = [], loaderFiles = [] }: GivenFiles): boolean =>
  uploads.length + loaderFiles.length > 0

/**
 * Accepts a run: fixes everything that it may depend on, stores it, and starts it here or hands it to a worker. Its
 * events can be read at once. Whether the caller may run the flow was asked before.
 * @throws RunnelError `not_found`, `invalid_flow`, `conflict` for another request under the same idempotency key
 */
export async function acceptRun(context: ServingContext, request: RunRequest): Promise<AcceptedRun> {
  const runId = runIdOf(context, request)
  const isNamed = request.idempotencyKey !== undefined
  const earlier = isNamed ? await findEarlier(context, request, runId) : undefined
  if (earlier) return earlier
  const conversation = await openConversation(context, request)
  const given = bringsFiles(request) ? await keepGiven(context, conversation, request) : NO_FILES
  const { flow, streams } = conversation
  try {
    const fixed = await fixInput(context, { ...conversation, ...given }, { runId, request })
    const events = await startRun(context, { ...fixed, runId, conversation, request })
    return { runId, messageId: fixed.input.messageId, flowType: flow.type, streams, events }
  } catch (error) {
    // Where the database failed, the run may stand, and needs them.
    if (isRunnelError(error)) await eraseGiven(context, flow.workspaceId, given.fileIds)
    if (!isNamed || !isRunnelError(error) || error.code !== 'conflict') throw error
    const first = await findEarlier(context, request, runId)
    if (!first) throw error
    return first
  }
}
