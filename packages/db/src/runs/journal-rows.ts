import type { JsonObject, JsonValue, LoggedEvent, StepRecord, Usage } from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import { withoutKnown } from './known-events.ts'
import { type PastMessages, withoutPast } from './past-messages.ts'
import type { RunEnding, RunProgressEntry } from './run-rows.ts'
import type { RunEventTable, RunStepTable } from './run-tables.ts'
import { readEvents, writeEvents } from './stored-events.ts'

type StepRow = Omit<Insertable<RunStepTable>, 'workspaceId' | 'runId'>
type EventRow = Omit<Insertable<RunEventTable>, 'workspaceId' | 'runId' | 'fence'>

const stringifyOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value)

/** The row of a journal record. */
function toStepRow(record: StepRecord, past: PastMessages | undefined): StepRow {
  return {
    path: record.path,
    attempt: record.attempt,
    kind: record.kind,
    status: record.status,
    nodeId: record.nodeId,
    nodeType: record.nodeType,
    repeatable: record.repeatable,
    requestHash: record.requestHash ?? null,
    output: stringifyOrNull(leanOutput(record, past)),
    stateBefore: stringifyOrNull(record.stateBefore),
    stateAfter: stringifyOrNull(record.stateAfter),
    usage: stringifyOrNull(record.usage),
    error: stringifyOrNull(record.error),
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? null,
  }
}

/** A step's record names the part of the session that its prompt holds; calls keep only a hash of theirs. */
function leanOutput({ kind, output }: StepRecord, past: PastMessages | undefined): JsonValue | undefined {
  return output === undefined || kind !== 'step' || !past ? output : withoutPast(output, past)
}

/**
 * The rows of records that are written together. A step may begin and end between two writes: its last record counts,
 * and PostgreSQL refuses to write one row twice in a statement. `past` is what their run sees of its session.
 */
export function toStepRows(records: readonly StepRecord[], past?: PastMessages): StepRow[] {
  const lastByKey = new Map(records.map((record) => [`${record.attempt} ${record.path}`, record]))
  return [...lastByKey.values()].map((record) => toStepRow(record, past))
}

/** The record of a stored row; the layer wrote its JSON, so the shapes are known. */
export function toStepRecord(row: Selectable<RunStepTable>): StepRecord {
  const record: StepRecord = {
    path: row.path,
    attempt: row.attempt,
    kind: row.kind,
    status: row.status,
    nodeId: row.nodeId,
    nodeType: row.nodeType,
    repeatable: row.repeatable,
    startedAt: row.startedAt,
  }
  if (row.finishedAt !== null) record.finishedAt = row.finishedAt
  if (row.requestHash !== null) record.requestHash = row.requestHash
  if (row.output !== null) record.output = JSON.parse(row.output) as JsonValue
  if (row.stateBefore !== null) record.stateBefore = JSON.parse(row.stateBefore) as JsonObject
  if (row.stateAfter !== null) record.stateAfter = JSON.parse(row.stateAfter) as JsonObject
  if (row.usage !== null) record.usage = JSON.parse(row.usage) as Usage
  if (row.error !== null) record.error = JSON.parse(row.error) as { code: string; message: string }
  return record
}

/** One row for the events that are written together; undefined when there is none. */
export function toEventRow(entry: RunProgressEntry | RunEnding): EventRow | undefined {
  const { events } = entry
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last) return undefined
  return {
    firstN: first.n,
    lastN: last.n,
    events: writeEvents(events.map((logged) => ({ ...logged, event: withoutKnown(logged.event, entry) }))),
  }
}

/** The events of a stored batch; what the run's row and journal hold is to be filled in (`fillEvents`). */
export function toLoggedEvents({
  fence,
  firstN,
  events,
}: Pick<Selectable<RunEventTable>, 'fence' | 'firstN' | 'events'>): LoggedEvent[] {
  return readEvents(events, firstN).map((placed) => ({ fence, ...placed }))
}
