import { isJsonObject, type JsonObject, type LoggedEvent } from '@runnel/contract'
import type { RunRow } from '@runnel/db'

/**
 * The last event of a run as the log keeps it. What callers are answered, often the largest part of a run, stands in
 * the run's row already.
 */
export function withoutStoredResult(logged: LoggedEvent): LoggedEvent {
  const { event } = logged
  return event.type === 'run-end' ? { ...logged, event: { ...event, result: {} } } : logged
}

/** The last event as it was shown when the run ended. Other events are as the log keeps them. */
export function withStoredResult(logged: LoggedEvent, run: Pick<RunRow, 'output'> | undefined): LoggedEvent {
  const { event } = logged
  if (event.type !== 'run-end') return logged
  return { ...logged, event: { ...event, result: readStoredResult(run?.output ?? null) } }
}

/** The row keeps beside the result what a later run of the session and the lists need. */
function readStoredResult(output: string | null): JsonObject {
  const stored: unknown = output === null ? {} : JSON.parse(output)
  if (!isJsonObject(stored)) return {}
  const { state: _state, usage: _usage, ...result } = stored
  return result
}
