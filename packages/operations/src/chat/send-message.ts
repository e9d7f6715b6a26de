import { randomUUIDv7 } from 'node:crypto'
import type { Principal } from '@runnel/access'
import {
  type ExecutedNode,
  type LoggedEvent,
  type PredictionBody,
  type RunInput,
  RunnelError,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../runs/load-version.ts'
import { startRun } from '../runs/start-run.ts'
import type { PreparedVersion } from '../runs/version-cache.ts'
import { answerWaitingRun } from './answer-waiting-run.ts'
import { sessionNamespace } from './caller.ts'
import { checkFlowAccess } from './check-flow-access.ts'
import { findFlowWorkspace } from './find-flow-workspace.ts'
import { type FlowRateLimit, findFlowRateLimit } from './flow-rate-limit.ts'
import { asksForStream, checkPrediction, ignoredFields, prependedHistory } from './parse-prediction.ts'
import { readRunContext } from './read-run-context.ts'
import { resolveOverrides } from './resolve-overrides.ts'
import { resolveSession } from './resolve-session.ts'
import { snapshotDraft } from './snapshot-draft.ts'
import { canStream } from './streaming-rule.ts'

/** One prediction as the server received it. */
export interface SendMessage {
  flowId: string
  body: PredictionBody
  /** The body before parsing, to name what was ignored. */
  rawBody: unknown
  principal: Principal
  /** Called from our own pages or by a key of the workspace, past the flow's public rules. */
  isInternal: boolean
  origin?: string | undefined
  /** Counts this call against the flow's own limit; throws when it is used up. */
  countCall?: (limit: FlowRateLimit) => void
}

/** An accepted run: it is stored, and its events can be read to the end. */
export interface AcceptedRun {
  runId: string
  flowType: FlowRow['type']
  chatId: string
  sessionId: string
  messageId: string
  question: string | undefined
  /** Whether the answer is streamed: asked for, and possible. */
  streams: boolean
  ignored: string[]
  /** What an answered run had executed when it asked; absent for a new run. */
  executedBefore?: ExecutedNode[]
  events: AsyncIterable<LoggedEvent[]>
}

function answererOf(principal: Principal): string | null {
  if (principal.kind === 'user') return principal.userId
  return principal.kind === 'api-key' ? principal.keyId : null
}

function flowNotFound(flowId: string): RunnelError {
  return new RunnelError('not_found', `Chatflow ${flowId} not found`)
}

async function findWorkspace(context: OperationContext, call: SendMessage): Promise<string> {
  if (call.isInternal && call.principal.kind !== 'anonymous') return call.principal.workspaceId
  const workspaceId = await findFlowWorkspace(context, call.flowId)
  if (workspaceId === undefined) throw flowNotFound(call.flowId)
  return workspaceId
}

function admitPublicCall(call: SendMessage, flow: FlowRow): void {
  const limit = findFlowRateLimit(flow)
  if (limit) call.countCall?.(limit)
  checkFlowAccess(flow, call.principal, call.origin)
}

async function chooseVersion(
  context: OperationContext,
  call: SendMessage,
  flow: FlowRow,
): Promise<PreparedVersion> {
  const { principal, body } = call
  if (call.isInternal && body.useDraft === true && principal.kind === 'user') {
    const { id: flowId, workspaceId } = flow
    const versionId = await snapshotDraft(context, { workspaceId, flowId, principal })
    if (versionId !== undefined) return loadVersion(context, flow, versionId)
  }
  return loadVersion(context, flow)
}

/**
 * Accepts a message for a flow: authorises, fixes everything that the run may depend on, stores the run, and starts it
 * here or hands it to a worker. The run's events can be read at once.
 * @throws RunnelError `not_found`, `unauthenticated`, `origin_not_allowed`, `invalid_input`, `invalid_flow`
 */
export async function sendMessage(context: OperationContext, call: SendMessage): Promise<AcceptedRun> {
  const { body } = call
  checkPrediction(body)
  const workspaceId = await findWorkspace(context, call)
  const flow = await context.db.read(workspaceId).flows.find(call.flowId)
  if (!flow) throw flowNotFound(call.flowId)
  if (!call.isInternal) admitPublicCall(call, flow)
  const version = await chooseVersion(context, call, flow)
  const find = context.catalogue.find
  const ids = resolveSession(
    body,
    { type: flow.type, document: version.document, isInternal: call.isInternal },
    find,
  )
  const namespace = sessionNamespace(call.principal)
  const overrides = resolveOverrides(
    body.overrideConfig,
    { apiConfig: flow.apiConfig, document: version.document },
    find,
  )
  const streams = asksForStream(body) && canStream(flow, version.document, find)
  const ignored = [...ignoredFields(call.rawBody), ...overrides.ignored]
  const accepted = {
    flowType: flow.type,
    chatId: ids.chatId,
    sessionId: ids.sessionId,
    question: body.question,
    streams,
    ignored,
  }

  if (body.humanInput !== undefined) {
    const resumed = await answerWaitingRun(context, {
      workspaceId,
      flowId: flow.id,
      sessionId: ids.sessionId,
      namespace,
      answer: body.humanInput,
      by: answererOf(call.principal),
    })
    return { ...accepted, ...resumed }
  }
  const world = await readRunContext(context, { workspaceId, version, namespace, ids, flow, body })
  const { messages: pastHistory, until: historyUntil } = world.history
  const input: RunInput = {
    flowId: flow.id,
    flowType: flow.type,
    versionId: version.id,
    chatId: ids.chatId,
    sessionId: ids.sessionId,
    messageId: randomUUIDv7(),
    chatType: call.isInternal ? 'INTERNAL' : 'EXTERNAL',
    ...(body.question === undefined ? {} : { question: body.question }),
    ...(world.form === undefined ? {} : { form: world.form }),
    prependedHistory: prependedHistory(body),
    pastHistory,
    variables: { ...world.variables, ...overrides.variables },
    overrides: overrides.values,
    initialState: world.state,
    streaming: streams,
    concurrency: flow.concurrency,
    startedAt: new Date(context.now()).toISOString(),
  }
  const started = await startRun(context, { workspaceId, namespace, input, historyUntil, version })
  return { ...accepted, ...started, messageId: input.messageId }
}
