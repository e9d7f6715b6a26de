import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema } from '../schema.ts'
import type { PreparedRead, ReadValues } from '../tenant/tenant-scope.ts'

/**
 * What the stores of `system` work with: all tables, all workspaces. Beside this folder the stores of audit, sign-on and
 * provisioning get it, which are parts of `system` too.
 */
export interface SystemScope {
  reader(): Kysely<DatabaseSchema>
  /** The rows that a prepared read gives. */
  read<Values extends ReadValues, Row>(
    prepared: PreparedRead<DatabaseSchema, Values, Row>,
    values: Values,
  ): Promise<Row[]>
  /** As `reader`, for reads that may look at many rows: they hold nobody up, and have a deadline. */
  longReader(): Kysely<DatabaseSchema>
  write<T>(work: (db: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>
  capabilities: DatabaseCapabilities
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
}
