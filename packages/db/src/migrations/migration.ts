import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'

/** One numbered change of the schema, forward and backward. It asks what the database can, not which it is. */
export interface SchemaMigration {
  up(db: Kysely<unknown>, capabilities: DatabaseCapabilities): Promise<void>
  down(db: Kysely<unknown>, capabilities: DatabaseCapabilities): Promise<void>
}
