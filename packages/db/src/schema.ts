import type { ApiKeyTable } from './api-keys/api-key-table.ts'
import type { AuditEntryTable, LoginActivityTable } from './audit/audit-tables.ts'
import type { AuthorisationTable, ConnectionTable } from './connections/connection-tables.ts'
import type { CredentialTable } from './credentials/credential-table.ts'
import type { CustomToolTable } from './custom-tools/custom-tool-table.ts'
import type {
  ChunkContextTable,
  DocumentChunkTable,
  DocumentLoaderTable,
  DocumentStoreTable,
  LoaderPageTable,
  LoaderRefreshTable,
  UpsertHistoryTable,
} from './document-stores/document-store-tables.ts'
import type {
  RetrievalQuestionTable,
  RetrievalResultTable,
  RetrievalTestTable,
} from './document-stores/retrieval-test-tables.ts'
import type { FileTable } from './files/file-table.ts'
import type {
  FlowChangeTable,
  FlowDraftTable,
  FlowTable,
  FlowUseTable,
  FlowVersionTable,
} from './flows/flow-tables.ts'
import type { OutgoingMailTable } from './mails/mail-tables.ts'
import type { McpServerTable } from './mcp-servers/mcp-server-table.ts'
import type { ChatMessageTable } from './messages/message-table.ts'
import type {
  ScimCallTable,
  ScimGroupMemberTable,
  ScimGroupTable,
  ScimMappingTable,
  ScimTokenTable,
  ScimUserTable,
} from './provisioning/provisioning-tables.ts'
import type { RunEventTable, RunStepTable, RunTable, RunWaitTable } from './runs/run-tables.ts'
import type {
  UsableCredentialTable,
  UsableTemplateTable,
  WorkspaceShareTable,
} from './shares/share-tables.ts'
import type {
  IdentityTable,
  LoginMethodTable,
  OrganizationDomainTable,
  SignOnTicketTable,
} from './sign-on/sign-on-tables.ts'
import type {
  IdempotencyKeyTable,
  MetaTable,
  OneTimeTokenTable,
  OrganizationMemberTable,
  OrganizationTable,
  PasskeyTable,
  RecoveryCodeTable,
  RoleTable,
  SecondFactorTable,
  SessionTable,
  UsedChallengeTable,
  UserTable,
  WorkspaceMemberTable,
  WorkspaceTable,
} from './system/account-tables.ts'
import type { CustomTemplateTable } from './templates/template-table.ts'
import type { VariableTable } from './variables/variable-table.ts'
import type {
  VectorCentreTable,
  VectorCollectionTable,
  VectorEntryTable,
  VectorPartTable,
  VectorTermTable,
} from './vectors/vector-tables.ts'

/** Tables whose rows belong to one workspace: reached only by a reader or writer that fixed the workspace. */
export interface TenantSchema {
  flows: FlowTable
  flowVersions: FlowVersionTable
  flowDrafts: FlowDraftTable
  flowChanges: FlowChangeTable
  flowUses: FlowUseTable
  credentials: CredentialTable
  connections: ConnectionTable
  authorisations: AuthorisationTable
  customTools: CustomToolTable
  mcpServers: McpServerTable
  variables: VariableTable
  customTemplates: CustomTemplateTable
  apiKeys: ApiKeyTable
  runs: RunTable
  runWaits: RunWaitTable
  runSteps: RunStepTable
  runEvents: RunEventTable
  chatMessages: ChatMessageTable
  files: FileTable
  vectorCollections: VectorCollectionTable
  vectorEntries: VectorEntryTable
  documentStores: DocumentStoreTable
  documentLoaders: DocumentLoaderTable
  documentChunks: DocumentChunkTable
  chunkContexts: ChunkContextTable
  loaderRefreshes: LoaderRefreshTable
  loaderPages: LoaderPageTable
  upsertHistory: UpsertHistoryTable
  retrievalQuestions: RetrievalQuestionTable
  retrievalTests: RetrievalTestTable
  retrievalResults: RetrievalResultTable
  vectorCentres: VectorCentreTable
  vectorParts: VectorPartTable
  vectorTerms: VectorTermTable
  workspaceShares: WorkspaceShareTable
  usableCredentials: UsableCredentialTable
  usableTemplates: UsableTemplateTable
  /** Of what is done in the workspace; the rest of its organisation's log is not seen from there. */
  auditEntries: AuditEntryTable
}

/** Tables whose rows belong to one organisation: reached by a reader or writer that fixed it, and by `system`. */
export interface OrganizationSchema {
  organizations: OrganizationTable
  organizationMembers: OrganizationMemberTable
  workspaces: WorkspaceTable
  roles: RoleTable
  workspaceMembers: WorkspaceMemberTable
  auditEntries: AuditEntryTable
  loginActivities: LoginActivityTable
  loginMethods: LoginMethodTable
  organizationDomains: OrganizationDomainTable
  identities: IdentityTable
  scimTokens: ScimTokenTable
  scimUsers: ScimUserTable
  scimGroups: ScimGroupTable
  scimGroupMembers: ScimGroupMemberTable
  scimMappings: ScimMappingTable
  scimCalls: ScimCallTable
  /** Those in its own name; the others are the system's alone. */
  outgoingMails: OutgoingMailTable
}

/** Accounts and everything else that belongs to nobody alone: reached only by `system`. */
export interface SystemSchema {
  meta: MetaTable
  users: UserTable
  sessions: SessionTable
  oneTimeTokens: OneTimeTokenTable
  secondFactors: SecondFactorTable
  recoveryCodes: RecoveryCodeTable
  signOnTickets: SignOnTicketTable
  passkeys: PasskeyTable
  usedChallenges: UsedChallengeTable
  idempotencyKeys: IdempotencyKeyTable
}

/**
 * All tables, one type for SQLite and PostgreSQL. Ids are UUID text, times whole milliseconds since 1970, JSON is
 * text; booleans are booleans on both.
 */
export interface DatabaseSchema extends TenantSchema, OrganizationSchema, SystemSchema {}
