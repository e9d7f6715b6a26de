import type { JsonValue } from '@runnel/contract'
import { sql } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** The answer to one question. */
export interface WaitAnswer {
  id: string
  answer: JsonValue
  /** Id of the user or key that answers; null for anonymous callers and deadlines. */
  by?: string | null | undefined
  /** True when nobody answers: the deadline has passed. */
  isExpiry?: boolean | undefined
  /** True to answer only while the run is suspended, and not while it goes on with another answer. */
  onlySuspended?: boolean | undefined
  now: number
}

/** What became of an answer: `queued` when the run can go on now, else whoever has the run takes it at its next pause. */
export interface TakenAnswer {
  runId: string
  isQueued: boolean
}

/** Writes what people answer to the runs of one workspace. */
export interface WaitWriter {
  /**
   * Answers a question, and queues its run again when it is suspended. Undefined when the question is not open (any
   * more): of several answers exactly one is taken.
   */
  answer(answer: WaitAnswer): Promise<TakenAnswer | undefined>
}

/** Makes the writer of answers. */
export function createWaitWriter(scope: TenantScope): WaitWriter {
  return { answer: (answer) => answerWait(scope, answer) }
}

async function answerWait(scope: TenantScope, answer: WaitAnswer): Promise<TakenAnswer | undefined> {
  const { db } = scope
  const run = await lockRunOfWait(scope, answer.id)
  if (!run || (answer.onlySuspended && run.status !== 'waiting')) return undefined
  const { numUpdatedRows } = await db
    .updateTable('runWaits')
    .set({
      status: answer.isExpiry ? 'expired' : 'answered',
      answer: JSON.stringify(answer.answer),
      answeredAt: answer.now,
      answeredBy: answer.by ?? null,
    })
    .where('id', '=', answer.id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return undefined
  const isQueued = run.status === 'waiting'
  await db
    .updateTable('runs')
    .set({
      answerCount: sql`"answerCount" + 1`,
      ...(isQueued ? { status: 'queued', updatedAt: answer.now } : {}),
    })
    .where('id', '=', run.id)
    .execute()
  return { runId: run.id, isQueued }
}

/** The run comes first, as in the write that ends or suspends it: nobody waits in a ring, and its status stands. */
async function lockRunOfWait({ db, capabilities }: TenantScope, waitId: string) {
  const wait = await db.selectFrom('runWaits').select('runId').where('id', '=', waitId).executeTakeFirst()
  if (!wait) return undefined
  const run = db.selectFrom('runs').select(['id', 'status']).where('id', '=', wait.runId)
  return (capabilities.rowLocks ? run.forNoKeyUpdate() : run).executeTakeFirst()
}
