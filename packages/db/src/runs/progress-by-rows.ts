import { CompiledQuery } from 'kysely'
import { toMessageRow } from '../messages/message-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { toEventRow, toStepRows } from './journal-rows.ts'
import type { ProgressStore } from './progress-store.ts'
import { type RunEnding, type RunProgressEntry, toEndColumns, toRunRow } from './run-rows.ts'

type Row = Readonly<Record<string, unknown>>

const OWNED = `"id" = ? and "workspaceId" = ? and "fence" = ? and "leaseOwner" is not null`
const STEP_KEY = ['runId', 'path', 'attempt']

/** One statement per row, for a database in the same process: a statement costs microseconds, texts are cached. */
export function createProgressByRows(scope: TenantScope): ProgressStore {
  const { db, workspaceId } = scope
  const send = (text: string, values: readonly unknown[]) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]))
  const insert = (table: string, row: Row, suffix = '') =>
    send(`${insertText(table, row)}${suffix}`, [...Object.values(row), workspaceId])

  async function writeJournal({ runId, fence, records, events }: RunProgressEntry): Promise<void> {
    for (const stepRow of toStepRows(records)) {
      const row = { runId, ...stepRow }
      await insert('runSteps', row, replaceText(row))
    }
    const batch = toEventRow(events)
    if (batch) await insert('runEvents', { runId, fence, ...batch })
  }

  return {
    async accept(run, message) {
      await insert('runs', toRunRow(run))
      if (message) await insert('chatMessages', toMessageRow(message, scope))
    },
    async append(progress) {
      const { rows } = await send(`select 1 from "runs" where ${OWNED}`, ownedValues(progress, workspaceId))
      if (rows.length === 0) return false
      await writeJournal(progress)
      return true
    },
    async end(ending: RunEnding) {
      const columns = toEndColumns(ending)
      const assignments = Object.keys(columns).map((column) => `"${column}" = ?`)
      const { numAffectedRows } = await send(`update "runs" set ${assignments.join(', ')} where ${OWNED}`, [
        ...Object.values(columns),
        ...ownedValues(ending, workspaceId),
      ])
      if (numAffectedRows !== 1n) return false
      await writeJournal(ending)
      for (const message of ending.messages) await insert('chatMessages', toMessageRow(message, scope))
      return true
    },
  }
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
