import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { OrganizationSchema } from '../schema.ts'
import type { PreparedRead, ReadValues } from '../tenant/tenant-scope.ts'

/** What readers and writers of one organisation work with. `db` adds the organisation to every built statement. */
export interface OrganizationScope {
  db: Kysely<OrganizationSchema>
  /** As `db`, for reads that may look at many rows: they hold nobody up, and have a deadline. */
  longReads: Kysely<OrganizationSchema>
  /** The rows that a prepared read gives; it is held to the organisation as any other statement. */
  read<Values extends ReadValues, Row>(
    prepared: PreparedRead<OrganizationSchema, Values, Row>,
    values: Values,
  ): Promise<Row[]>
  organizationId: string
  capabilities: Pick<DatabaseCapabilities, 'rowLocks'>
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
}
