import { sql, type Updateable } from 'kysely'
import { type Expectation, getChangedRow } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type FlowRow, parseFlow } from './flow-rows.ts'
import type { FlowTable } from './flow-tables.ts'

/**
 * Changes columns of a flow; its revision rises by one. Throws `not_found`, or `stale_revision` when the flow is not
 * at the expected revision.
 */
export async function changeFlow(
  scope: TenantScope,
  id: string,
  { expectedRevision, ...values }: Updateable<FlowTable> & Expectation,
): Promise<FlowRow> {
  const { db } = scope
  let query = db
    .updateTable('flows')
    .set({ ...values, revision: sql`"revision" + 1`, updatedAt: scope.now() })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
  if (expectedRevision !== undefined) query = query.where('revision', '=', expectedRevision)
  const revised = { db, what: 'Chatflow', id }
  const row = await getChangedRow(await query.executeTakeFirst(), revised, () =>
    db
      .selectFrom('flows')
      .select(['revision', 'updatedAt'])
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  )
  return parseFlow(row)
}
