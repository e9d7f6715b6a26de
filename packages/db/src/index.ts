export type { DatabaseCapabilities } from './adapters/adapter.ts'
export type { ApiKeyReader, ApiKeyRow } from './api-keys/api-key-reader.ts'
export type { ApiKeyPatch, ApiKeyWriter, NewApiKey } from './api-keys/api-key-writer.ts'
export type {
  CredentialQuery,
  CredentialReader,
  CredentialRow,
  CredentialSummary,
} from './credentials/credential-reader.ts'
export type { CredentialPatch, CredentialWriter, NewCredential } from './credentials/credential-writer.ts'
export type { Database, SystemStore, TenantReader, TenantWriter } from './database.ts'
export type { FlowQuery, FlowReader } from './flows/flow-reader.ts'
export type {
  FlowDraftRow,
  FlowPatch,
  FlowRow,
  FlowSettings,
  FlowVersionRow,
  FlowVersionSummary,
  NewFlow,
  NewFlowDraft,
  NewFlowVersion,
} from './flows/flow-rows.ts'
export type { VersionSave } from './flows/flow-versions.ts'
export type { FlowWriter } from './flows/flow-writer.ts'
export type { MessageFilter } from './messages/match-messages.ts'
export type { MessageQuery, MessageReader } from './messages/message-reader.ts'
export type { ChatMessageRow, NewChatMessage } from './messages/message-rows.ts'
export type { MessageWriter } from './messages/message-writer.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export type { RunQuery, RunReader, SessionKey } from './runs/run-reader.ts'
export {
  type NewRun,
  parseRunInput,
  type RunEnding,
  type RunFailure,
  type RunProgressEntry,
  type RunRow,
  type RunSummary,
} from './runs/run-rows.ts'
export type { RunWriter } from './runs/run-writer.ts'
export type {
  AccountStore,
  FirstAdministrator,
  FirstAdministratorIds,
  Memberships,
  UserRow,
} from './system/account-store.ts'
export type { IdempotencyRow, IdempotencyStore } from './system/idempotency-store.ts'
export type { MetaStore } from './system/meta-store.ts'
export type { NewSession, Rotation, SessionRow, SessionStore, SessionTokens } from './system/session-store.ts'
export type { SystemApiKeys } from './system/system-api-keys.ts'
export type { SystemRoutes } from './system/system-routes.ts'
export type { SystemRuns } from './system/system-runs.ts'
export type { OneTimeTokenStore } from './system/token-store.ts'
export type { Expectation } from './tenant/changed-row.ts'
export type { Page, PageQuery } from './tenant/page.ts'
export type { VariableReader, VariableRow } from './variables/variable-reader.ts'
export type { NewVariable, VariablePatch, VariableWriter } from './variables/variable-writer.ts'
