export { mayStand, storageAdvice, storageFault } from './adapters/storage-fault.ts'

export type { ApiKeyRow } from './api-keys/api-key-reader.ts'

export type {
  ActivityReader,
  AuditEntryRow,
  AuditQuery,
  LoginActivityRow,
  SignInQuery,
} from './audit/activity-reader.ts'
export type { NewAuditEntry } from './audit/audit-writer.ts'
export { CHAINED_AT_ONCE } from './audit/system-audit.ts'

export type { ConnectionRow } from './connections/connection-reader.ts'
export type { StoredTokens } from './connections/connection-writer.ts'

export type {
  CredentialRow,
  CredentialSummary,
  UsableCredential,
} from './credentials/credential-reader.ts'

export type { CustomToolRow } from './custom-tools/custom-tool-reader.ts'
export type { Database, TenantReader, TenantWriter } from './database.ts'
export type { ChunkMark, ChunksOf } from './document-stores/document-chunk-reader.ts'
export {
  type DocumentChunkRow,
  type DocumentLoaderFacts,
  type DocumentLoaderRow,
  type DocumentStoreRow,
  isUnderWay,
  type UpsertHistoryRow,
} from './document-stores/document-store-rows.ts'
export { refuseUnderWay } from './document-stores/document-store-writer.ts'
export type {
  RetrievalQuestionRow,
  RetrievalResultRow,
  RetrievalTestRow,
} from './document-stores/retrieval-test-reader.ts'
export type { FileQuota } from './files/file-quota.ts'
export type { FileRow } from './files/file-reader.ts'
export type { FlowName } from './flows/flow-lists.ts'
export type {
  FlowDraftRow,
  FlowPatch,
  FlowRow,
} from './flows/flow-rows.ts'
export type { NewMail } from './mails/keep-mails.ts'
export type { ClaimedMail, UndeliveredMail } from './mails/mail-store.ts'
export type { McpServerRow, McpServerSummary } from './mcp-servers/mcp-server-reader.ts'
export type { ConversationPart, MessageWithState } from './messages/message-reader.ts'
export type { ChatMessageRow, NewChatMessage } from './messages/message-rows.ts'
export { toHistoryMessage } from './messages/to-history-message.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export type { HeldPlace, WorkspaceRow } from './organizations/organization-reader.ts'
export type { Membership, WorkspaceMembership } from './organizations/places-of-member.ts'
export type { AskAgain, RightsInside } from './organizations/rights-inside.ts'
export type { RoleRow } from './organizations/role-rows.ts'
export type { ScimQuery } from './provisioning/provisioning-reader.ts'
export type { ScimColumn, ScimCondition } from './provisioning/scim-condition.ts'
export type { GroupOutcome, MemberStep, WantedPlace } from './provisioning/scim-group-store.ts'
export type {
  ScimCallRow,
  ScimEmail,
  ScimGroupRow,
  ScimReference,
  ScimTokenRow,
  ScimUserRecord,
  ScimUserRow,
} from './provisioning/scim-rows.ts'
export type { ScimAccount, ScimOrigin } from './provisioning/scim-user-store.ts'
export { withForetold, withoutForetold } from './runs/foretold.ts'
export type { SessionKey } from './runs/run-reader.ts'
export {
  parseRunInput,
  type RunRow,
  type RunSummary,
} from './runs/run-rows.ts'
export type { DeletedRun } from './runs/run-writer.ts'
export type { InnerPast, PastMessages } from './runs/stored-record.ts'
export { type WaitRow, waitIdOf } from './runs/wait-rows.ts'
export type { KeptSealedTable } from './sealed-tables.ts'
export type { SharedItem } from './shares/share-store.ts'
export type { Identity } from './sign-on/identity-store.ts'
export type { LoginMethodRow } from './sign-on/login-method-reader.ts'
export type { SavedLoginMethod } from './sign-on/login-method-store.ts'
export type { OrganizationDomainRow } from './sign-on/organization-domains.ts'
export type { FirstFlow, UserRow } from './system/account-store.ts'
export type { IdempotencyRow } from './system/idempotency-store.ts'
export type { Arrival } from './system/invitations/accept-invitation.ts'
export type { OwnOrganization } from './system/organization-store.ts'
export type { PasskeyRow } from './system/passkey-store.ts'
export type { MemberQuery, MemberRow } from './system/people/member-reader.ts'
export type { MemberPatch, MemberState } from './system/people/member-writer.ts'
export type { PlaceQuery, PlaceRow } from './system/people/place-reader.ts'
export type { RunProgress } from './system/run-progress.ts'
export type { SessionProof } from './system/session-proof.ts'
export type { KeyMaker, MakerRights } from './system/system-api-keys.ts'
export type { OverdueWait } from './system/system-runs.ts'
export type { CustomTemplateRow, CustomTemplateSummary } from './templates/template-reader.ts'
export type { TemplateType } from './templates/template-table.ts'
export type { PageQuery } from './tenant/page.ts'
export type { SecretVariableRow, VariableRow } from './variables/variable-reader.ts'
export type { NewVectorPart, VectorPartRow } from './vectors/vector-index-store.ts'
export type { GivenPlace, VectorQuota } from './vectors/vector-quota.ts'
export type { VectorPlace } from './vectors/vector-reader.ts'
