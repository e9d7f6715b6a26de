import type { RunStatus } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** How far a run is: enough to know whether there is something to read. */
export interface RunProgress {
  id: string
  status: RunStatus
  /** Place of the first event of the last batch that was written; null while there is none under this fence. */
  fence: number
  firstN: number | null
}

/** Found at the end of the key of the events, without one of them being read. */
const lastBatch = sql<number | null>`(select max("firstN") from "runEvents"
  where "runEvents"."runId" = "runs"."id" and "runEvents"."fence" = "runs"."fence")`.as('firstN')

/** How far the runs are, in one narrow statement. */
export async function readRunProgress(
  db: Kysely<DatabaseSchema>,
  runIds: readonly string[],
): Promise<RunProgress[]> {
  if (runIds.length === 0) return []
  return db
    .selectFrom('runs')
    .select(['runs.id', 'runs.status', 'runs.fence'])
    .select(lastBatch)
    .where('runs.id', 'in', runIds)
    .execute()
}
