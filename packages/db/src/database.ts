import type { DatabaseCapabilities } from './adapters/adapter.ts'
import type { ApiKeyReader } from './api-keys/api-key-reader.ts'
import type { ApiKeyWriter } from './api-keys/api-key-writer.ts'
import type { ActivityReader } from './audit/activity-reader.ts'
import type { AuditWriter } from './audit/audit-writer.ts'
import type { SystemAudit } from './audit/system-audit.ts'
import type { ConnectionReader } from './connections/connection-reader.ts'
import type { ConnectionWriter } from './connections/connection-writer.ts'
import type { CredentialReader } from './credentials/credential-reader.ts'
import type { CredentialWriter } from './credentials/credential-writer.ts'
import type { CustomToolReader } from './custom-tools/custom-tool-reader.ts'
import type { CustomToolWriter } from './custom-tools/custom-tool-writer.ts'
import type { DocumentStoreReader } from './document-stores/document-store-reader.ts'
import type { DocumentStoreWriter } from './document-stores/document-store-writer.ts'
import type { FileReader } from './files/file-reader.ts'
import type { FileWriter } from './files/file-writer.ts'
import type { FlowReader } from './flows/flow-reader.ts'
import type { FlowWriter } from './flows/flow-writer.ts'
import type { MailStore } from './mails/mail-store.ts'
import type { McpServerReader } from './mcp-servers/mcp-server-reader.ts'
import type { McpServerWriter } from './mcp-servers/mcp-server-writer.ts'
import type { MessageReader } from './messages/message-reader.ts'
import type { MessageWriter } from './messages/message-writer.ts'
import type { OrganizationReader } from './organizations/organization-reader.ts'
import type { OrganizationWriter } from './organizations/organization-writer.ts'
import type { AskAgain } from './organizations/rights-inside.ts'
import type { ProvisioningReader } from './provisioning/provisioning-reader.ts'
import type { ScimGroupStore } from './provisioning/scim-group-store.ts'
import type { ScimTokenStore } from './provisioning/scim-token-store.ts'
import type { ScimUserStore } from './provisioning/scim-user-store.ts'
import type { RunProgressStore } from './runs/progress-store.ts'
import type { RunReader } from './runs/run-reader.ts'
import type { RunWriter } from './runs/run-writer.ts'
import type { WaitReader } from './runs/wait-reader.ts'
import type { WaitWriter } from './runs/wait-writer.ts'
import type { ShareReader, ShareWriter } from './shares/share-store.ts'
import type { LoginMethodReader } from './sign-on/login-method-reader.ts'
import type { DomainReader } from './sign-on/organization-domains.ts'
import type { SignOnStore } from './sign-on/sign-on-store.ts'
import type { AccountLifeStore } from './system/account-life-store.ts'
import type { AccountStore } from './system/account-store.ts'
import type { IdempotencyStore } from './system/idempotency-store.ts'
import type { InvitationStore } from './system/invitations/invitation-store.ts'
import type { MetaStore } from './system/meta-store.ts'
import type { OrganizationMaker } from './system/organization-store.ts'
import type { PasskeyStore } from './system/passkey-store.ts'
import type { MemberReader } from './system/people/member-reader.ts'
import type { MemberWriter } from './system/people/member-writer.ts'
import type { RegistrationStore } from './system/registration-store.ts'
import type { SecondFactorStore } from './system/second-factor-store.ts'
import type { SessionStore } from './system/session-store.ts'
import type { SystemApiKeys } from './system/system-api-keys.ts'
import type { SystemDeletions } from './system/system-deletions.ts'
import type { SystemFiles } from './system/system-files.ts'
import type { SystemMessages } from './system/system-messages.ts'
import type { SystemRefreshes } from './system/system-refreshes.ts'
import type { SystemRoutes } from './system/system-routes.ts'
import type { SystemRuns } from './system/system-runs.ts'
import type { SystemWorkspaces } from './system/system-workspaces.ts'
import type { OneTimeTokenStore } from './system/token-store.ts'
import type { CustomTemplateReader } from './templates/template-reader.ts'
import type { CustomTemplateWriter } from './templates/template-writer.ts'
import type { VariableReader } from './variables/variable-reader.ts'
import type { VariableWriter } from './variables/variable-writer.ts'
import type { VectorReader } from './vectors/vector-reader.ts'
import type { VectorWriter } from './vectors/vector-writer.ts'

/** One organisation: its readers, and its writer inside one transaction. */
export interface OrganizationStore {
  read: OrganizationReader
  loginMethods: LoginMethodReader
  domains: DomainReader
  /** What its provider of identities told by SCIM. */
  provisioning: ProvisioningReader
  /** What happened in it. */
  activity: ActivityReader
  /** `askAgain`: what the act is allowed by. Acts that are asked for again come one after the other. */
  write<T>(
    work: (writer: OrganizationWriter & { audit: AuditWriter }) => Promise<T>,
    askAgain?: AskAgain,
  ): Promise<T>
}

/** Reads one workspace; rows of others do not exist for it. */
export interface TenantReader {
  flows: FlowReader
  runs: RunReader
  waits: WaitReader
  messages: MessageReader
  credentials: CredentialReader
  connections: ConnectionReader
  customTools: CustomToolReader
  mcpServers: McpServerReader
  variables: VariableReader
  customTemplates: CustomTemplateReader
  apiKeys: ApiKeyReader
  files: FileReader
  vectors: VectorReader
  documentStores: DocumentStoreReader
  shares: ShareReader
}

/** Writes one workspace inside one transaction. */
export interface TenantWriter {
  flows: FlowWriter
  runs: RunWriter
  waits: WaitWriter
  messages: MessageWriter
  credentials: CredentialWriter
  connections: ConnectionWriter
  customTools: CustomToolWriter
  mcpServers: McpServerWriter
  variables: VariableWriter
  customTemplates: CustomTemplateWriter
  apiKeys: ApiKeyWriter
  files: FileWriter
  vectors: VectorWriter
  documentStores: DocumentStoreWriter
  shares: ShareWriter
  audit: AuditWriter
}

/** What spans workspaces: accounts, and resolvers that give ids only. */
export interface SystemStore {
  accounts: AccountStore
  people: MemberReader & MemberWriter
  workspaces: SystemWorkspaces
  organizations: OrganizationMaker
  accountLife: AccountLifeStore
  registrations: RegistrationStore
  invitations: InvitationStore
  secondFactors: SecondFactorStore
  signOn: SignOnStore
  provisioning: ScimUserStore & ScimGroupStore & ScimTokenStore
  passkeys: PasskeyStore
  audit: SystemAudit
  sessions: SessionStore
  tokens: OneTimeTokenStore
  apiKeys: SystemApiKeys
  runs: SystemRuns
  deletions: SystemDeletions
  messages: SystemMessages
  files: SystemFiles
  routes: SystemRoutes
  refreshes: SystemRefreshes
  meta: MetaStore
  idempotency: IdempotencyStore
  mails: MailStore
}

/** An open database, migrated to the newest schema. */
export interface Database {
  /** A reader of the workspace; it sees what was committed, never what a running write has done. */
  read(workspaceId: string): TenantReader
  /**
   * Runs `work` in one transaction of the workspace and resolves after it is durable; an error undoes all of it.
   * Inside, nothing is awaited but the writer, and no other write is begun.
   */
  write<T>(
    workspaceId: string,
    work: (writer: TenantWriter) => Promise<T>,
    /** What the act is allowed by, in which organisation. */
    rights?: { organizationId: string; askAgain: AskAgain },
  ): Promise<T>
  /** One organisation; rows of others do not exist for it. */
  organization(organizationId: string): OrganizationStore
  /** Writes how the workspace's runs begin, go on and end. */
  progress(workspaceId: string): RunProgressStore
  system: SystemStore
  capabilities: DatabaseCapabilities
  /**
   * Gives some of the space that deletions left back to the disk; gives how many pages, 0 when nothing is left to
   * give or the database does that by itself.
   */
  releaseSpace(): Promise<number>
  /** Takes the schema back to the named migration, or to `none`. */
  migrateDown(to: string): Promise<void>
  /** Waits for running writes and closes all connections. */
  close(): Promise<void>
}
