import type { Database } from '@runnel/db'
import type {
  Blobs,
  Browser,
  DataServers,
  DocumentReader,
  DomainRecords,
  Egress,
  Folders,
  Mailer,
  ModelLists,
  PasswordHasher,
  RunBus,
  RunQueue,
  Saml,
  Sandbox,
  ToolServers,
  Vault,
} from '@runnel/drivers'
import type { BackgroundWork } from './background-work.ts'
import type { Catalogue } from './catalogue.ts'
import type { KeptReplies } from './kept-replies.ts'
import type { MailCounts } from './mail-counts.ts'
import type { Outbox } from './outbox.ts'
import type { RunWatch } from './run-watch.ts'
import type { RunWorker } from './run-worker.ts'
import type { VectorIndexes } from './vector-indexes.ts'
import type { VersionCache } from './version-cache.ts'

/** Settings that operations need, typed and checked by the server. Times are milliseconds. */
export interface OperationSettings {
  /** The address under which people reach the product, without a slash at its end: links in mails begin with it. */
  appUrl: string
  platformType: 'enterprise' | 'cloud' | 'open source'
  /** Whether people make more organisations than came with their accounts. */
  makesOrganizations: boolean
  /** Values of variables of type `runtime`, by name; never the whole environment. */
  runtimeVariables: Record<string, string>
  runRetentionMs: number
  /** How many bytes of files strangers may have in one flow, and in one session of it. */
  strangersFiles: { flowBytes: number; sessionBytes: number }
  /** How many vectors may be made in one flow, and in one chat of it, of what strangers give. */
  strangersVectors: { inFlow: number; inChat: number }
  accessTokenMs: number
  /** How long a session lasts from its sign-in, however often it is refreshed. */
  refreshTokenMs: number
  runBudgets: { maxSteps: number; maxMilliseconds: number; maxTokens: number }
}

/** Where operations report what people need not see. */
export interface OperationLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/** Everything an operation may reach, built once by the composition root. */
export interface OperationContext {
  db: Database
  vault: Vault
  passwords: PasswordHasher
  egress: Egress
  /** Sends mails; undefined where the operator named no server of mail. */
  mailer: Mailer | undefined
  /** Sends what was promised. */
  outbox: Outbox
  /** What of them went where lately. */
  mailCounts: MailCounts
  /** What goes on while nobody waits for it. */
  background: BackgroundWork
  /** The public directory of names. */
  domainRecords: DomainRecords
  /** Speaks SAML with providers of sign-ins. */
  saml: Saml
  /** Servers of tools that speak MCP. */
  toolServers: ToolServers
  /** Servers that do not speak HTTP. */
  dataServers: DataServers
  /** The browser that the operator gives. */
  browser: Browser
  /** Files by opaque id; whose they are, and what, stands in the database. */
  blobs: Blobs
  sandbox: Sandbox
  documents: DocumentReader
  /** Folders of this machine that the operator lists. */
  folders: Folders
  vectorIndexes: VectorIndexes
  keptReplies: KeptReplies
  /** Models and prices that the operator lists. */
  modelLists: ModelLists
  queue: RunQueue
  bus: RunBus
  runWatch: RunWatch
  catalogue: Catalogue
  versions: VersionCache
  settings: OperationSettings
  log: OperationLog
  /** Key from which the successors of refresh tokens are derived. */
  sessionKey: string
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** What whoever takes many ready things one after the other waits for before each (`VendorContext.giveWay`). */
  giveWay?(): Promise<void> | undefined
}

/** What the services of a process work with: all that operations reach, and the worker that starts and stops runs. */
export interface ServingContext extends OperationContext {
  worker: RunWorker
}
