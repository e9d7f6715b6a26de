export type { Blobs } from './blobs/blobs.ts'
export type { BlobsLocation } from './blobs/blobs-location.ts'
export { createBlobs } from './blobs/create-blobs.ts'
export type { Browser } from './browser/browser.ts'
export { createBrowser } from './browser/create-browser.ts'
export { lockDataFolder } from './data-folder/lock-data-folder.ts'
export { makeFolder } from './data-folder/make-folder.ts'
export { createDataServers } from './data-servers/create-data-servers.ts'
export type { DataServers } from './data-servers/data-servers.ts'
export { nameServer } from './data-servers/name-server.ts'
export { createDocumentReader } from './documents/create-document-reader.ts'
export type { DocumentReader } from './documents/document-reader.ts'
export { createDomainRecords, type DomainRecords } from './domain-records/create-domain-records.ts'
export {
  createEgress,
  type Egress,
} from './egress/create-egress.ts'
export type { EgressProxy } from './egress/egress-proxy.ts'
export {
  MARK_START,
  type RequestSecrets,
} from './egress/fill-secrets.ts'
export { isSecretHostAmong, readSecretHost } from './egress/secret-hosts.ts'
export { type Folders, type ListedFolder, openFolders } from './folders/open-folders.ts'
export { createMailer, type MailServer } from './mail/create-mailer.ts'
export { type Mail, type Mailer, MailFault, mailFaultOf } from './mail/mailer.ts'
export { createModelLists, type ModelLists } from './model-lists/create-model-lists.ts'
export { readListSource } from './model-lists/read-list-source.ts'
export {
  type PasskeySite,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys/passkeys.ts'
export {
  createPasswordHasher,
  type PasswordHasher,
} from './passwords/password-hasher.ts'
export { createInProcessQueue } from './queue/in-process-queue.ts'
export { openPostgresQueue } from './queue/postgres-queue.ts'
export type { QueueJob, RunQueue } from './queue/run-queue.ts'
export { createInProcessRunBus } from './run-bus/in-process-run-bus.ts'
export { openPostgresRunBus } from './run-bus/postgres-run-bus.ts'
export type { RunBus } from './run-bus/run-bus.ts'
export { brokerFetchBy } from './sandbox/broker-fetch.ts'
export { createSandbox } from './sandbox/create-sandbox.ts'
export type { Sandbox } from './sandbox/sandbox.ts'
export { createSaml, type Saml } from './sign-on/create-saml.ts'
export type { EmailProof } from './sign-on/email-proof.ts'
export {
  type BegunGithub,
  beginGithub,
  finishGithub,
  testGithub,
} from './sign-on/github.ts'
export { type BegunOidc, beginOidc, finishOidc, type OidcProvider, testOidc } from './sign-on/oidc.ts'
export type { ProvenPerson } from './sign-on/proven-person.ts'
export { MOST_CERTIFICATES, type SamlProvider, type SamlService } from './sign-on/saml-kinds.ts'
export {
  certificateFault,
  certificateFingerprint,
  fetchSamlProvider,
  splitCertificates,
} from './sign-on/saml-provider.ts'
export { unproven } from './sign-on/sign-on-fault.ts'
export {
  createRecoveryCode,
  createTimedSecret,
  findTimedStep,
  hashRecoveryCode,
  timedSecretUrl,
} from './tokens/one-time-code.ts'
export { createToken, equalInConstantTime, hashToken } from './tokens/token.ts'
export { createToolServers } from './tool-servers/create-tool-servers.ts'
export { isRefusedKey } from './tool-servers/server-fault.ts'
export type {
  ToolCommand,
  ToolServerSession,
  ToolServers,
} from './tool-servers/tool-servers.ts'
export {
  addVaultKey,
  dropOldVaultKeys,
  openVault,
  type Vault,
} from './vault/open-vault.ts'
export { scrubber } from './vault/scrubber.ts'
