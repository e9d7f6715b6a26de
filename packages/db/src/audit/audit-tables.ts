import type { ColumnType, Generated } from 'kysely'

/** An owner that the layer sets on insert, or that is found out when the entry is chained. */
type FoundOwner = ColumnType<string | null, string | null | undefined, string>

/** Who did what to what, from where. Rows are added only; what stands in the chain never changes. */
export interface AuditEntryTable {
  id: string
  organizationId: FoundOwner
  workspaceId: ColumnType<string | null, string | null | undefined, never>
  at: number
  actorKind: 'user' | 'api-key' | 'provisioning' | 'operator' | 'anonymous'
  actorId: string | null
  /** What the actor was called then. */
  actorName: string | null
  /** Subject and verb, such as `role.updated`. */
  action: string
  outcome: 'done' | 'refused'
  subjectKind: string
  subjectId: string | null
  subjectName: string | null
  /** JSON of what was changed, as it was and as it is; never with a secret in it. */
  before: string | null
  after: string | null
  address: string | null
  agent: string | null
  /** Place in the chain of its organisation, from 1; null until it is chained. */
  sequence: number | null
  previousHash: string | null
  hash: string | null
}

/** A try to sign in, and how it went. */
export interface LoginActivityTable {
  id: string
  /** Null while nobody knows whose account it was to be. */
  organizationId: ColumnType<string | null, string | null | undefined, never>
  userId: string | null
  username: string
  code: number
  method: string
  message: string
  address: string | null
  agent: string | null
  at: number
  /** How many tries it stands for: those like it of the hour that began with it. */
  tries: Generated<number>
}

/** A try to sign in, as it is written down. */
export type NewLoginActivity = Omit<LoginActivityTable, 'id' | 'at' | 'organizationId' | 'tries'>
