import type { HistoryMessage, JsonValue } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { ChatMessageRow } from '../messages/message-rows.ts'
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

/** What a record names: places in a conversation, as it stood at a time. */
interface Sight {
  conversation: Pick<ChatMessageRow, 'flowId' | 'sessionId' | 'namespace'>
  seenAt: number
  ranges: LeanOutput['pastMessages']
}

type PastRow = Pick<ChatMessageRow, 'role' | 'content' | 'fileUploads' | 'position' | 'deletedAt'>

/**
 * Records as they were written, with the messages of the conversation that their steps showed: one statement more for each
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
  const seerById = new Map(seers.map((seer) => [seer.id, seer]))
  const sights = new Map(lean.map(({ runId, output }) => [output, findSight(seerById.get(runId), output)]))
  const rows = new Map<string, PastRow[]>()
  const known = [...sights.values()].filter((sight) => sight !== undefined)
  for (const [key, seen] of Map.groupBy(known, keyOf)) rows.set(key, await readConversation(db, seen))
  return records.map((record) => {
    if (!namesPast(record.output)) return record
    const sight = sights.get(record.output)
    const read = (from: number, to: number) =>
      sight ? readRange(rows.get(keyOf(sight)) ?? [], sight, [from, to]) : []
    return { ...record, output: withPast(record.output, read) }
  })
}

/** The conversation of the run, or that with a flow inside of it. */
function findSight(seer: Seer | undefined, { pastOf, pastMessages: ranges }: LeanOutput): Sight | undefined {
  if (!seer) return undefined
  const { namespace } = seer
  if (pastOf) {
    const { flowId, sessionId, seenAt } = pastOf
    return { conversation: { flowId, sessionId, namespace }, seenAt, ranges }
  }
  const { flowId, sessionId, createdAt: seenAt } = seer
  return flowId === null ? undefined : { conversation: { flowId, sessionId, namespace }, seenAt, ranges }
}

const keyOf = ({ conversation: { flowId, sessionId, namespace } }: Sight) =>
  JSON.stringify([flowId, sessionId, namespace])

/** Reads what the records of one conversation name, once for all of them. */
async function readConversation(db: Reader, sights: Sight[]): Promise<PastRow[]> {
  const [first] = sights
  if (!first) return []
  const { flowId, sessionId, namespace } = first.conversation
  const ranges = sights.flatMap(({ ranges: named }) => named)
  return db
    .selectFrom('chatMessages')
    .select(['role', 'content', 'fileUploads', 'position', 'deletedAt'])
    .where('flowId', '=', flowId)
    .where('sessionId', '=', sessionId)
    .where('namespace', '=', namespace)
    .where('position', '>=', Math.min(...ranges.map(([, , from]) => from)))
    .where('position', '<=', Math.max(...ranges.map(([, , , to]) => to)))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

function readRange(rows: PastRow[], { seenAt }: Sight, [from, to]: [number, number]): HistoryMessage[] {
  return rows
    .filter(({ position, deletedAt }) => {
      const isThere = deletedAt === null || deletedAt > seenAt
      return isThere && position >= from && position <= to
    })
    .map(toHistoryMessage)
}
