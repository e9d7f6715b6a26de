import type { RunStatus } from '@runnel/contract'
import { CompiledQuery, type QueryResult } from 'kysely'
import type { DatabaseAdapter, Scope } from '../adapters/adapter.ts'
import { type MessageNumbering, type NewChatMessage, toMessageRow } from '../messages/message-rows.ts'
import { assertLeaseHeld, leaseLost, type RunProgressStore } from './progress-store.ts'
import { type RunEnding, type RunProgressEntry, toEndColumns, toRunRow } from './run-rows.ts'
import { toEventRow } from './stored-events.ts'
import { toStepRows } from './stored-record.ts'
import { toWaitRows } from './wait-rows.ts'

type Row = Readonly<Record<string, unknown>>

const OWNED = `"id" = ? and "workspaceId" = ? and "fence" = ? and "leaseOwner" is not null`
const STEP_KEY = ['runId', 'path', 'attempt']

type Send = (text: string, values: readonly unknown[]) => Promise<QueryResult<unknown>>

/** One statement per row, for a database in the same process: a statement costs microseconds, texts are cached. */
export function createProgressByRows(
  write: DatabaseAdapter['write'],
  { workspaceId, ...numbering }: MessageNumbering & { workspaceId: string },
): RunProgressStore {
  const scope: Scope = { kind: 'tenant', workspaceId }
  const writeRows = <T>(work: (rows: RowWriter) => Promise<T>) =>
    write(scope, (db) =>
      work(
        createRowWriter((text, values) => db.executeQuery(CompiledQuery.raw(text, [...values])), workspaceId),
      ),
    )
  const insertMessages = async ({ insert }: RowWriter, messages: readonly NewChatMessage[] = []) => {
    for (const message of messages) await insert('chatMessages', toMessageRow(message, numbering))
  }

  return {
    accept: ({ run, userMessage }) =>
      writeRows(async ({ insert }) => {
        await insert('runs', toRunRow(run))
        if (userMessage) await insert('chatMessages', toMessageRow(userMessage, numbering))
      }),
    append: (progress) =>
      writeRows(async (writer) => {
        const { rows } = await writer.send(
          `select 1 from "runs" where ${OWNED}`,
          ownedValues(progress, workspaceId),
        )
        assertLeaseHeld(rows.length > 0, progress)
        await writeJournal(writer, progress)
        await insertMessages(writer, progress.messages)
      }),
    end: (ending) =>
      writeRows(async (writer) => {
        const run = await writeEnd(writer, ending, workspaceId)
        await writeJournal(writer, ending)
        if (run.suspendedFence > 0) await writeWaits(writer, ending)
        await insertMessages(writer, ending.messages)
        return run.status
      }),
  }
}

interface RowWriter {
  send: Send
  insert(table: string, row: Row, onConflict?: OnConflict): Promise<unknown>
}

function createRowWriter(send: Send, workspaceId: string): RowWriter {
  return {
    send,
    insert: (table, row, onConflict = inserted) =>
      send(findText(table, row, onConflict), [...Object.values(row), workspaceId]),
  }
}

interface EndedRun {
  status: RunStatus
  suspendedFence: number
}

async function writeEnd({ send }: RowWriter, ending: RunEnding, workspaceId: string): Promise<EndedRun> {
  const columns = toEndColumns(ending)
  const isWaiting = ending.status === 'waiting'
  const assignments = Object.keys(columns).map((column) => `"${column}" = ?`)
  const status = isWaiting ? `case when "answerCount" > ? then 'queued' else 'waiting' end` : '?'
  const { rows } = await send(
    `update "runs" set "status" = ${status}, ${isWaiting ? '"suspendedFence" = "fence", ' : ''}
      ${assignments.join(', ')} where ${OWNED} returning "status", "suspendedFence"`,
    [
      isWaiting ? (ending.answersSeen ?? 0) : ending.status,
      ...Object.values(columns),
      ...ownedValues(ending, workspaceId),
    ],
  )
  const [run] = rows as EndedRun[]
  if (run) return run
  throw leaseLost(ending)
}

/** Withdraws what is not asked any more and asks what is new. A run that was never suspended has asked nothing. */
async function writeWaits({ send, insert }: RowWriter, ending: RunEnding): Promise<void> {
  const rows = toWaitRows(ending.waits ?? [], ending)
  const asked = rows.map(() => `not ("path" = ? and "attempt" = ?)`)
  await send(
    `update "runWaits" set "status" = 'withdrawn' where ${[`"runId" = ?`, `"status" = 'waiting'`, ...asked].join(' and ')}`,
    [ending.runId, ...rows.flatMap(({ path, attempt }) => [path, attempt])],
  )
  for (const row of rows) await insert('runWaits', { runId: ending.runId, ...row }, kept)
}

async function writeJournal({ insert }: RowWriter, entry: RunProgressEntry | RunEnding): Promise<void> {
  const { runId, fence, records } = entry
  for (const stepRow of toStepRows(records, entry)) {
    await insert('runSteps', { runId, ...stepRow }, replaced)
  }
  const batch = toEventRow(entry)
  if (batch) await insert('runEvents', { runId, fence, ...batch }, kept)
}

function ownedValues({ runId, fence }: RunProgressEntry, workspaceId: string): unknown[] {
  return [runId, workspaceId, fence]
}

/** What becomes of a row whose key is there: the end of the statement, of the row's columns. */
type OnConflict = (columns: readonly string[]) => string

const inserted: OnConflict = () => ''
const kept: OnConflict = () => ' on conflict do nothing'

/** A later record of the same path and attempt replaces the earlier one. */
const replaced: OnConflict = (columns) => {
  const assignments = columns
    .filter((column) => !STEP_KEY.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict ("runId", "path", "attempt") do update set ${assignments.join(', ')}`
}

interface KnownText {
  columns: readonly string[]
  onConflict: OnConflict
  text: string
}

const knownTexts = new Map<string, KnownText[]>()

/** The statement that inserts such a row. Rows of a table have few sets of columns: each text is made once. */
function findText(table: string, row: Row, onConflict: OnConflict): string {
  const columns = Object.keys(row)
  const ofTable = knownTexts.get(table) ?? []
  const found = ofTable.find((one) => one.onConflict === onConflict && areEqual(one.columns, columns))
  if (found) return found.text
  const text = `${insertText(table, [...columns, 'workspaceId'])}${onConflict(columns)}`
  knownTexts.set(table, [...ofTable, { columns, onConflict, text }])
  return text
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((column, index) => column === others[index])
}

function insertText(table: string, columns: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
}
