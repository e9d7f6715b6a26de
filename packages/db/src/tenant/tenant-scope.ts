import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { TenantSchema } from '../schema.ts'

/** What readers and writers of one workspace work with. `db` adds the workspace to every built statement. */
export interface TenantScope {
  db: Kysely<TenantSchema>
  /** As `db`, for reads that may look at many rows: they hold nobody up, and have a deadline. */
  longReads: Kysely<TenantSchema>
  workspaceId: string
  capabilities: DatabaseCapabilities
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Places of messages in their conversations: rises with every call. */
  nextPosition(): number
}
