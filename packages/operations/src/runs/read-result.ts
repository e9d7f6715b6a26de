import {
  type ErrorCode,
  errorStatus,
  type JsonObject,
  type JsonValue,
  type RunEvent,
  RunnelError,
} from '@runnel/contract'
import type { AcceptedRun } from './accept-run.ts'

const DELETED = 'The run was deleted before it ended.'

/** The code of what failed, as far as the catalogue knows it. */
function failureCode(code: string | undefined): ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'run_failed'
}

/** The answer of a run that ended well or waits; a failed one is thrown with its own words. */
function resultOf(event: RunEvent): JsonObject | undefined {
  if (event.type === 'run-wait') return { ...event.result, questions: (event.questions ?? []) as JsonValue[] }
  if (event.type !== 'run-end') return undefined
  if (event.status === 'finished') return event.result
  const message = event.error?.message ?? 'The run failed.'
  throw new RunnelError(
    event.status === 'terminated' ? 'run_aborted' : failureCode(event.error?.code),
    message,
  )
}

/** Waits for what a run is answered. @throws RunnelError with the words of a run that failed */
export async function readResult({ events }: Pick<AcceptedRun, 'events'>): Promise<JsonObject> {
  for await (const batch of events) {
    for (const { event } of batch) {
      const result = resultOf(event)
      if (result) return result
    }
  }
  throw new RunnelError('run_aborted', DELETED)
}
