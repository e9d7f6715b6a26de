import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema, TenantSchema } from '../schema.ts'
import { ownerSlot, type PreparedRead, type ReadValues, runPrepared } from './prepared-read.ts'
import { createTenantPlugin } from './tenant-plugin.ts'

/** What readers and writers of one workspace work with. `db` adds the workspace to every built statement. */
export interface TenantScope {
  db: Kysely<TenantSchema>
  /** As `db`, for reads that may look at many rows: they hold nobody up, and have a deadline. */
  longReads: Kysely<TenantSchema>
  /** The rows that a prepared read gives; it is held to the workspace as any other statement. */
  read<Values extends ReadValues, Row>(
    prepared: PreparedRead<TenantSchema, Values, Row>,
    values: Values,
  ): Promise<Row[]>
  workspaceId: string
  capabilities: DatabaseCapabilities
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Places of messages in their conversations: rises with every call. */
  nextPosition(): number
}

/** Connections of one workspace, opened when they are first needed; they do not add the workspace. */
export interface TenantConnections {
  reads(): Kysely<DatabaseSchema>
  longReads(): Kysely<DatabaseSchema>
}

/** What readers and writers share beside their connections. */
type TenantFacts = Pick<TenantScope, 'workspaceId' | 'capabilities' | 'now' | 'newId' | 'nextPosition'>

/** A tenant's statements see only tenants' tables; the types of the others are left out. */
function holdToTenant(db: Kysely<DatabaseSchema>, workspaceId: string): TenantScope['db'] {
  return db.withPlugin(createTenantPlugin(workspaceId)) as unknown as TenantScope['db']
}

/** Makes the scope of one workspace over its connections. */
export function createTenantScope(connections: TenantConnections, facts: TenantFacts): TenantScope {
  const { workspaceId, capabilities } = facts
  let held: TenantScope['db'] | undefined
  let heldLong: TenantScope['db'] | undefined
  return {
    ...facts,
    get db() {
      held ??= holdToTenant(connections.reads(), workspaceId)
      return held
    },
    get longReads() {
      heldLong ??= holdToTenant(connections.longReads(), workspaceId)
      return heldLong
    },
    read(prepared, values) {
      const sender = connections.reads()
      const builder = () => holdToTenant(sender, ownerSlot)
      return runPrepared({ capabilities, builder, sender, owner: workspaceId }, prepared, values)
    },
  }
}
