import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema, OrganizationSchema } from '../schema.ts'
import { createOrganizationPlugin } from '../tenant/tenant-plugin.ts'
import { ownerSlot, type PreparedRead, type ReadValues, runPrepared } from '../tenant/tenant-scope.ts'

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
  capabilities: DatabaseCapabilities
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
}

/** What belongs to an organisation beside its connections. */
export type OrganizationFacts = Omit<OrganizationScope, 'db' | 'longReads' | 'read'>

/** Statements of an organisation see only its own tables; the types of the others are left out. */
const held = (db: Kysely<DatabaseSchema>, organizationId: string) =>
  db.withPlugin(createOrganizationPlugin(organizationId)) as unknown as OrganizationScope['db']

/** Holds connections to one organisation; a transaction reads by the one that it has. */
export function openOrganizationScope(
  facts: OrganizationFacts,
  {
    reads,
    longReads = () => reads,
  }: { reads: Kysely<DatabaseSchema>; longReads?: () => Kysely<DatabaseSchema> },
): OrganizationScope {
  const { organizationId, capabilities } = facts
  return {
    ...facts,
    get db() {
      return held(reads, organizationId)
    },
    get longReads() {
      return held(longReads(), organizationId)
    },
    read(prepared, values) {
      const builder = () => held(reads, ownerSlot)
      return runPrepared({ capabilities, builder, sender: reads, owner: organizationId }, prepared, values)
    },
  }
}
