import { type SelectQueryBuilder, sql } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'

/**
 * Locks the rows that a select finds, in the order of their ids: writers of several rows that lock in one order
 * never wait for each other in a ring. Without row locks there is nothing to order.
 */
export function lockInOrder<Schema, Table extends keyof Schema, Row>(
  select: SelectQueryBuilder<Schema, Table, Row>,
  { rowLocks }: Pick<DatabaseCapabilities, 'rowLocks'>,
): SelectQueryBuilder<Schema, Table, Row> {
  return rowLocks ? select.orderBy(sql`"id" collate "C"`).forNoKeyUpdate() : select
}
