import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** A change to be added to a flow's feed. */
export interface NewFlowChange {
  flowId: string
  /** The user whose draft it belongs to; null for a save. */
  draftOf: string | null
  versionId: string
  /** JSON of a `FlowDiff`. */
  diff: string
  createdBy: string | null
}

/**
 * Adds a change to the feed under the lock of the flow's row, and gives its number. The flow's revision stays: a
 * draft is nobody else's change. @throws RunnelError `not_found` for no such flow
 */
export async function addChange(scope: TenantScope, change: NewFlowChange): Promise<number> {
  const flow = await scope.db
    .updateTable('flows')
    .set({ changeSequence: sql`"changeSequence" + 1` })
    .where('id', '=', change.flowId)
    .where('deletedAt', 'is', null)
    .returning('changeSequence')
    .executeTakeFirst()
  if (!flow) throw new RunnelError('not_found', `Chatflow ${change.flowId} not found`)
  const sequence = flow.changeSequence
  await scope.db
    .insertInto('flowChanges')
    .values({ ...change, sequence, createdAt: scope.now() })
    .execute()
  return sequence
}

/** A slice so short that nobody waits for it. */
const PRUNE_LIMIT = 200

/**
 * Deletes changes made before that time, but for the logs of drafts that are still there; at most `limit`. Gives how
 * many.
 */
export async function pruneChanges(
  { db }: TenantScope,
  olderThan: number,
  limit: number = PRUNE_LIMIT,
): Promise<number> {
  const old = await db
    .selectFrom('flowChanges')
    .select(['flowId', 'sequence'])
    .where('createdAt', '<', olderThan)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('flowDrafts')
            .select('flowDrafts.userId')
            .whereRef('flowDrafts.flowId', '=', 'flowChanges.flowId')
            .whereRef('flowDrafts.userId', '=', 'flowChanges.draftOf')
            .whereRef('flowDrafts.startSequence', '<', 'flowChanges.sequence'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  for (const [flowId, changes] of Map.groupBy(old, ({ flowId }) => flowId)) {
    const sequences = changes.map(({ sequence }) => sequence)
    await db
      .deleteFrom('flowChanges')
      .where('flowId', '=', flowId)
      .where('sequence', 'in', sequences)
      .execute()
  }
  return old.length
}
