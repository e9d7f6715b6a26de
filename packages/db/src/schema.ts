import type { ApiKeyTable } from './api-keys/api-key-table.ts'
import type { CredentialTable } from './credentials/credential-table.ts'
import type { FlowChangeTable, FlowDraftTable, FlowTable, FlowVersionTable } from './flows/flow-tables.ts'
import type { ChatMessageTable } from './messages/message-table.ts'
import type { RunEventTable, RunStepTable, RunTable } from './runs/run-tables.ts'
import type {
  IdempotencyKeyTable,
  MetaTable,
  OneTimeTokenTable,
  OrganizationMemberTable,
  OrganizationTable,
  RoleTable,
  SessionTable,
  UserTable,
  WorkspaceMemberTable,
  WorkspaceTable,
} from './system/account-tables.ts'
import type { VariableTable } from './variables/variable-table.ts'

/** Tables whose rows belong to one workspace: reached only by a reader or writer that fixed the workspace. */
export interface TenantSchema {
  flows: FlowTable
  flowVersions: FlowVersionTable
  flowDrafts: FlowDraftTable
  flowChanges: FlowChangeTable
  credentials: CredentialTable
  variables: VariableTable
  apiKeys: ApiKeyTable
  runs: RunTable
  runSteps: RunStepTable
  runEvents: RunEventTable
  chatMessages: ChatMessageTable
}

/** Accounts and everything else that spans workspaces: reached only by `system`. */
export interface SystemSchema {
  meta: MetaTable
  organizations: OrganizationTable
  users: UserTable
  organizationMembers: OrganizationMemberTable
  workspaces: WorkspaceTable
  roles: RoleTable
  workspaceMembers: WorkspaceMemberTable
  sessions: SessionTable
  oneTimeTokens: OneTimeTokenTable
  idempotencyKeys: IdempotencyKeyTable
}

/**
 * All tables, one type for SQLite and PostgreSQL. Ids are UUID text, times whole milliseconds since 1970, JSON is
 * text; booleans are booleans on both.
 */
export interface DatabaseSchema extends TenantSchema, SystemSchema {}
