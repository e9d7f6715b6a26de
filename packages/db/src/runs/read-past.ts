import type { HistoryMessage, JsonValue } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { toHistoryMessage } from '../messages/to-history-message.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { RunTable } from './run-tables.ts'
import { type LeanOutput, namesPast, withPast } from './stored-record.ts'

type Reader = TenantScope['db']

interface RecordOutput {
  runId: string
  output?: JsonValue | undefined
}

/** A run as far as it tells which messages it saw. */
type Seer = Pick<Selectable<RunTable>, 'id' | 'flowId' | 'sessionId' | 'namespace' | 'createdAt'>

/**
 * Records as they were written, with the messages of the session that their steps showed: one statement more for each
 * conversation that they name, none when they name none. Messages that were deleted since are missing.
 */
export async function readPast<R extends RecordOutput>(db: Reader, records: R[]): Promise<R[]> {
  const lean = records.flatMap(({ runId, output }) => (namesPast(output) ? [{ runId, output }] : []))
  if (lean.length === 0) return records
  const seers = await db
    .selectFrom('runs')
    .select(['id', 'flowId', 'sessionId', 'namespace', 'createdAt'])
    .where('id', 'in', [...new Set(lean.map(({ runId }) => runId))])
    .execute()
  const messages = new Map<string, HistoryMessages>()
  for (const [, runs] of Map.groupBy(seers, keyOf)) await readConversation(db, { runs, lean, messages })
  return records.map((record) =>
    namesPast(record.output)
      ? { ...record, output: withPast(record.output, messages.get(record.runId) ?? (() => [])) }
      : record,
  )
}

type HistoryMessages = (from: number, to: number) => HistoryMessage[]

const keyOf = ({ flowId, sessionId, namespace }: Seer) => JSON.stringify([flowId, sessionId, namespace])

/** Reads what the runs of one conversation name, once for all of them. */
async function readConversation(
  db: Reader,
  found: {
    runs: Seer[]
    lean: { runId: string; output: LeanOutput }[]
    messages: Map<string, HistoryMessages>
  },
): Promise<void> {
  const { runs, lean, messages } = found
  const [run] = runs
  if (!run || run.flowId === null) return
  const ids = new Set(runs.map(({ id }) => id))
  const ranges = lean.flatMap(({ runId, output }) => (ids.has(runId) ? output.pastMessages : []))
  const rows = await db
    .selectFrom('chatMessages')
    .select(['role', 'content', 'fileUploads', 'position', 'deletedAt'])
    .where('flowId', '=', run.flowId)
    .where('sessionId', '=', run.sessionId)
    .where('namespace', '=', run.namespace)
    .where('position', '>=', Math.min(...ranges.map(([, , from]) => from)))
    .where('position', '<=', Math.max(...ranges.map(([, , , to]) => to)))
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const { id, createdAt } of runs) {
    messages.set(id, (from, to) =>
      rows
        .filter(({ position, deletedAt }) => {
          const isThere = deletedAt === null || deletedAt > createdAt
          return isThere && position >= from && position <= to
        })
        .map(toHistoryMessage),
    )
  }
}
