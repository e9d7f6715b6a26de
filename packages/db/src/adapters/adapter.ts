import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** What a kind of database can do. Code asks for a capability, never for the kind. */
export interface DatabaseCapabilities {
  /** The database itself keeps tenants apart. */
  rowLevelSecurity: boolean
  /** Several statements can travel as one (data-modifying CTEs over a JSON table). */
  modifyingCtes: boolean
  /** Other processes may use the same database at the same time. */
  sharedByProcesses: boolean
}

/** In whose name statements run: one workspace, or the product itself. */
export type Scope = { kind: 'tenant'; workspaceId: string } | { kind: 'system' }

/** One kind of database. Everything above it speaks Kysely. */
export interface DatabaseAdapter {
  readonly capabilities: DatabaseCapabilities
  /** Statements that only read; each sees what was committed before it. */
  reader(scope: Scope): Kysely<DatabaseSchema>
  /** Runs `work` in one transaction and resolves after it is durable; an error undoes all of it. */
  write<T>(scope: Scope, work: (db: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>
  /** Runs a change of the schema while no other process does. */
  changeSchema<T>(work: (db: Kysely<DatabaseSchema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}
