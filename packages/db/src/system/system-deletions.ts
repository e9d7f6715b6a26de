import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema } from '../schema.ts'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import type { SystemScope } from './system-scope.ts'

/** Takes away what was deleted, in slices so short that nobody waits for them. */
export interface SystemDeletions {
  /** Ids of deleted flows that are still there, longest ago first. */
  flows(limit: number): Promise<string[]>
  /**
   * Takes one slice of what hangs on a deleted flow, and the flow with the last one. False when nothing is left; a
   * flow that was not deleted stays as it is.
   */
  eraseFlow(flowId: string): Promise<boolean>
}

/** A run goes with its journal and events, some dozen wide rows. */
const RUNS_AT_ONCE = 15
const MESSAGES_AT_ONCE = 200
const VERSIONS_AT_ONCE = 20
const UPSERTS_AT_ONCE = 100

/** Tables that may hold many rows of one flow. What is not named goes with the flow itself (`erased-tables.test.ts`). */
export const FLOW_SLICES = [
  { table: 'runs', limit: RUNS_AT_ONCE },
  { table: 'chatMessages', limit: MESSAGES_AT_ONCE },
  { table: 'flowVersions', limit: VERSIONS_AT_ONCE },
  { table: 'upsertHistory', limit: UPSERTS_AT_ONCE },
] as const

/** Makes the store of deletions. */
export function createSystemDeletions({ reader, write, capabilities }: SystemScope): SystemDeletions {
  return {
    async flows(limit) {
      const rows = await reader()
        .selectFrom('flows')
        .select('id')
        .where('deletedAt', 'is not', null)
        .orderBy('deletedAt')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    eraseFlow: (flowId) => write((db) => eraseSlice(db, flowId, capabilities)),
  }
}

async function eraseSlice(
  db: Kysely<DatabaseSchema>,
  flowId: string,
  capabilities: DatabaseCapabilities,
): Promise<boolean> {
  const flow = await db
    .selectFrom('flows')
    .select('id')
    .where('id', '=', flowId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  if (!flow) return false
  for (const { table, limit } of FLOW_SLICES) {
    const some = db.selectFrom(table).select('id').where('flowId', '=', flowId).limit(limit)
    // Runs may still be written and renewed by those who work on them.
    const rows = await lockInOrder(some, capabilities).execute()
    if (rows.length === 0) continue
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom(table).where('id', 'in', ids).execute()
    return true
  }
  await db.deleteFrom('flows').where('id', '=', flowId).execute()
  return false
}
