import { CompiledQuery, type QueryResult } from 'kysely'
import type { DatabaseAdapter, Scope } from '../adapters/adapter.ts'
import { type MessageNumbering, toMessageRow } from '../messages/message-rows.ts'
import { toEventRow, toStepRows } from './journal-rows.ts'
import { assertLeaseHeld, type RunProgressStore } from './progress-store.ts'
import { type RunProgressEntry, toEndColumns, toRunRow } from './run-rows.ts'

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
  const writeRows = (work: (rows: RowWriter) => Promise<void>) =>
    write(scope, (db) =>
      work(
        createRowWriter((text, values) => db.executeQuery(CompiledQuery.raw(text, [...values])), workspaceId),
      ),
    )

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
      }),
    end: (ending) =>
      writeRows(async (writer) => {
        const columns = toEndColumns(ending)
        const assignments = Object.keys(columns).map((column) => `"${column}" = ?`)
        const { numAffectedRows } = await writer.send(
          `update "runs" set ${assignments.join(', ')} where ${OWNED}`,
          [...Object.values(columns), ...ownedValues(ending, workspaceId)],
        )
        assertLeaseHeld(numAffectedRows === 1n, ending)
        await writeJournal(writer, ending)
        for (const message of ending.messages)
          await writer.insert('chatMessages', toMessageRow(message, numbering))
      }),
  }
}

interface RowWriter {
  send: Send
  insert(table: string, row: Row, suffix?: string): Promise<unknown>
}

function createRowWriter(send: Send, workspaceId: string): RowWriter {
  return {
    send,
    insert: (table, row, suffix = '') =>
      send(`${insertText(table, row)}${suffix}`, [...Object.values(row), workspaceId]),
  }
}

async function writeJournal(
  { insert }: RowWriter,
  { runId, fence, records, events }: RunProgressEntry,
): Promise<void> {
  for (const stepRow of toStepRows(records)) {
    const row = { runId, ...stepRow }
    await insert('runSteps', row, replaceText(row))
  }
  const batch = toEventRow(events)
  if (batch) await insert('runEvents', { runId, fence, ...batch }, ' on conflict do nothing')
}

function ownedValues({ runId, fence }: RunProgressEntry, workspaceId: string): unknown[] {
  return [runId, workspaceId, fence]
}

function insertText(table: string, row: Row): string {
  const columns = [...Object.keys(row), 'workspaceId']
  const names = columns.map((column) => `"${column}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`
}

/** A later record of the same path and attempt replaces the earlier one. */
function replaceText(row: Row): string {
  const assignments = Object.keys(row)
    .filter((column) => !STEP_KEY.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
  return ` on conflict ("runId", "path", "attempt") do update set ${assignments.join(', ')}`
}
