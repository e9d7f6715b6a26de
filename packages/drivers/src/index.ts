export type { BlobSource, BlobStat, Blobs } from './blobs/blobs.ts'
export { openLocalFolderBlobs } from './blobs/local-folder-blobs.ts'
export { type DataFolderLock, lockDataFolder } from './data-folder/lock-data-folder.ts'
export type { CheckedAddress, Lookup } from './egress/address-guard.ts'
export {
  createEgress,
  defaultEgressLimits,
  type Egress,
  type EgressCallOptions,
  type EgressFetch,
  type EgressLimits,
} from './egress/create-egress.ts'
export {
  createPasswordHasher,
  type PasswordCost,
  type PasswordHasher,
} from './passwords/password-hasher.ts'
export { createInProcessQueue } from './queue/in-process-queue.ts'
export { openPostgresQueue, type PostgresQueueOptions } from './queue/postgres-queue.ts'
export type { QueueHandler, QueueJob, RunQueue } from './queue/run-queue.ts'
export { createInProcessRunBus } from './run-bus/in-process-run-bus.ts'
export { openPostgresRunBus, type PostgresRunBusOptions } from './run-bus/postgres-run-bus.ts'
export { type RunBus, type RunBusListener, type Unsubscribe, WAKE_MESSAGE } from './run-bus/run-bus.ts'
export { brokerFetchBy } from './sandbox/broker-fetch.ts'
export { createSandbox, defaultSandboxLimits } from './sandbox/create-sandbox.ts'
export type {
  Sandbox,
  SandboxBroker,
  SandboxLimits,
  SandboxRequest,
  SandboxResponse,
  SandboxResult,
  SandboxRun,
} from './sandbox/sandbox.ts'
export { createToken, equalInConstantTime, hashToken, tokenMatches } from './tokens/token.ts'
export {
  addVaultKey,
  dropOldVaultKeys,
  openVault,
  type Vault,
  type VaultOptions,
} from './vault/open-vault.ts'
export { scrubber } from './vault/scrubber.ts'
export { SECRET_MASK, type Secret } from './vault/secret.ts'
