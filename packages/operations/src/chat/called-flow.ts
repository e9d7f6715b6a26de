import { type Principal, workspaceOf } from '@runnel/access'
import { type ErrorCode, isJsonObject, isRunnelError, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { authorizeFlow, isStrangerTo, mayOnFlows, parseFlowSettings, seesSteps } from '../flow-rights.ts'
import { checkLock } from '../flows/check-lock.ts'
import { findFlowAnywhere, flowNotFound } from '../flows/find-flow-anywhere.ts'
import type { AcceptedRun } from '../runs/accept-run.ts'
import { eventsForStranger, executedForStranger } from '../runs/stranger-view.ts'

/** Somebody who calls a flow by its id. */
export interface FlowCall {
  flowId: string
  principal: Principal
  /** Origin of the page that calls, when a browser names one. */
  origin?: string | undefined
  /** Counts this call against the flow's own limit; throws when it is used up. */
  countCall?: ((limit: FlowRateLimit) => void) | undefined
}

/** How often one address may call a flow, and what it is told beyond that. */
export interface FlowRateLimit {
  max: number
  windowSeconds: number
  message: string
  /** Nobody set it: it holds for strangers alone, and not for programs on the same machine. */
  isDefault?: true
}

const LIMIT_MESSAGE = 'Too many requests. Wait a moment and try again.'

/** What strangers may do who call a flow whose author set no limit: five calls a second, for a minute. */
const DEFAULT_LIMIT: FlowRateLimit = {
  max: 300,
  windowSeconds: 60,
  message: LIMIT_MESSAGE,
  isDefault: true,
}

/** The limit that a flow's author set for callers; undefined when it is off or not whole. */
function findRateLimit(flow: FlowRow): FlowRateLimit | undefined {
  const { rateLimit } = parseFlowSettings(flow.apiConfig)
  if (!isJsonObject(rateLimit) || rateLimit.status === false) return undefined
  const max = Number(rateLimit.limitMax)
  const windowSeconds = Number(rateLimit.limitDuration)
  if (!(max > 0) || !(windowSeconds > 0)) return undefined
  return { max, windowSeconds, message: String(rateLimit.limitMsg ?? '') || LIMIT_MESSAGE }
}

function countAgainstLimit(flow: FlowRow, { principal, countCall }: FlowCall): void {
  const limit = findRateLimit(flow) ?? (isStrangerTo(flow, principal) ? DEFAULT_LIMIT : undefined)
  if (limit) countCall?.(limit)
}

/**
 * The flow that anybody may call who keeps to its author's rules: limit, key and origins.
 * @throws RunnelError `not_found`, `rate_limited`, `unauthenticated`, `origin_not_allowed`
 */
export async function findPublicFlow(context: OperationContext, call: FlowCall): Promise<FlowRow> {
  const flow = await findFlowAnywhere(context, call.flowId)
  if (!flow) throw flowNotFound(call.flowId)
  checkLock(flow, call)
  countAgainstLimit(flow, call)
  return flow
}

/**
 * The flow of the caller's own workspace that it has the right to run: who sees flows of this kind may. The author's
 * rules do not bind those who may edit it. They bind all others, but for people on our own pages the limit alone.
 * @throws RunnelError `not_found`, `forbidden`, `rate_limited`, `unauthenticated`, `origin_not_allowed`
 */
export async function findOwnFlow(context: OperationContext, call: FlowCall): Promise<FlowRow> {
  const { principal, flowId } = call
  const flow = await context.db.read(workspaceOf(principal)).flows.find(flowId)
  if (!flow) throw flowNotFound(flowId)
  authorizeFlow(principal, flow.type, 'view')
  if (mayOnFlows(principal, flow.type, 'update')) return flow
  if (principal.kind === 'api-key') checkLock(flow, call)
  countAgainstLimit(flow, call)
  return flow
}

/** Faults of the call itself: their words name nothing but what the caller sent. */
const ABOUT_THE_CALL: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'invalid_json',
  'uploads_not_supported',
  'unauthenticated',
  'forbidden',
  'origin_not_allowed',
  'conflict',
  'already_answered',
  'body_too_large',
  'rate_limited',
  'unavailable',
])

const CANNOT_RUN = 'This flow cannot run. Whoever edits it finds the reason in the editor.'

function withoutReason(error: unknown): unknown {
  if (!isRunnelError(error) || ABOUT_THE_CALL.has(error.code)) return error
  return new RunnelError(error.code, CANNOT_RUN, { cause: error, status: error.status })
}

/**
 * Accepts a run and shows of it what its caller may see (`docs/compatibility.md`, "What a stranger sees").
 * @throws what `accept` throws; to strangers without the words of the flow's own faults
 */
export async function tellCaller<R extends AcceptedRun>(
  principal: Principal,
  flow: FlowRow,
  accept: () => Promise<R>,
): Promise<R> {
  if (seesSteps(principal, flow)) return accept()
  const run = await accept().catch((error: unknown) => Promise.reject(withoutReason(error)))
  const { executedBefore } = run
  return {
    ...run,
    ...(executedBefore && { executedBefore: executedForStranger(executedBefore) }),
    events: eventsForStranger(run.events, run),
  }
}
