import type { Principal } from '@runnel/access'
import { type ErrorCode, isRunnelError, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { AcceptedRun } from '../runs/accept-run.ts'
import { seesSteps } from '../runs/sees-steps.ts'
import { eventsForStranger, executedForStranger } from '../runs/stranger-view.ts'

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
    events: eventsForStranger(run.events, run.flowType),
  }
}
