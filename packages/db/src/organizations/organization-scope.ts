import type { Kysely } from 'kysely'
import type { OrganizationSchema } from '../schema.ts'

/** What readers and writers of one organisation work with. `db` adds the organisation to every built statement. */
export interface OrganizationScope {
  db: Kysely<OrganizationSchema>
  organizationId: string
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
}
