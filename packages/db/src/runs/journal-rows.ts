import type { LoggedEvent, StepRecord, Usage } from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import type { PastMessages } from './past-messages.ts'
import type { RunEnding, RunProgressEntry } from './run-rows.ts'
import type { RunEventTable, RunStepTable } from './run-tables.ts'
import { readEvents, withoutKnown, writeEvents } from './stored-events.ts'
import {
  readHash,
  readNode,
  readOutput,
  readStates,
  writeHash,
  writeNode,
  writeOutput,
  writeStates,
} from './stored-record.ts'

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
    ...writeNode(record),
    repeatable: record.repeatable,
    requestHash: writeHash(record.requestHash),
    output: writeOutput(record, past),
    ...writeStates(record),
    usage: stringifyOrNull(record.usage),
    error: stringifyOrNull(record.error),
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? null,
  }
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
    ...readNode(row),
    repeatable: row.repeatable,
    startedAt: row.startedAt,
    ...readStates(row),
  }
  if (row.finishedAt !== null) record.finishedAt = row.finishedAt
  if (row.requestHash !== null) record.requestHash = readHash(row.requestHash)
  if (row.usage !== null) record.usage = JSON.parse(row.usage) as Usage
  if (row.output !== null) record.output = readOutput(row.output, record)
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
