import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RunnelError } from '@runnel/contract'
import { type Database, openDatabase } from '@runnel/db'
import {
  createBlobs,
  createBrowser,
  createDataServers,
  createDocumentReader,
  createDomainRecords,
  createEgress,
  createInProcessQueue,
  createInProcessRunBus,
  createMailer,
  createModelLists,
  createPasswordHasher,
  createSaml,
  createSandbox,
  createToolServers,
  type Egress,
  lockDataFolder,
  type Mailer,
  type ModelLists,
  makeFolder,
  openFolders,
  openPostgresQueue,
  openPostgresRunBus,
  type RunBus,
  type RunQueue,
  readListSource,
} from '@runnel/drivers'
import { keptCredentialTypes, nodeCatalogue } from '@runnel/nodes'
import {
  createBackgroundWork,
  createCatalogue,
  createKeptReplies,
  createOutbox,
  createRunWatch,
  createRunWorker,
  createVectorIndexes,
  createVersionCache,
  type OperationContext,
  type OperationSettings,
  type ServingContext,
} from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { createCountedWindows } from './http/counted-windows.ts'
import { shareCounts } from './http/share-counts.ts'
import { findDocumentChild, findReaderThread, findSamlThread, findSandboxChild } from './installation.ts'
import { openSecrets } from './open-secrets.ts'
import { giveWay, sleep } from './sleep.ts'
import { logLines } from './write-log.ts'

const MINUTE_MS = 60_000
/** How long a list of models counts before it is read again. */
const LIST_FILE_FRESH_MS = 5_000
const LIST_ADDRESS_FRESH_MS = 10 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/** Runs that one process works on at once; most of their time is waiting for vendors. */
const RUN_SLOTS = 1_000

/** Everything long-lived of a process, built once. */
export interface Composition {
  context: ServingContext
  log: Logger
  close(): Promise<void>
}

/** How a composition is made beside its settings. */
export interface ComposeOptions {
  /** For commands that work beside a running server: the folder's lock stays with it. */
  sharesDataFolder?: boolean
  /** Told once when the disk failed under the embedded database, which takes nothing from then on. */
  onDatabaseFault?: (error: unknown) => void
  log?: Logger
}

const MEGABYTE = 1024 * 1024

function settingsOf(config: Config): OperationSettings {
  return {
    appUrl: config.appUrl ?? `http://${config.host}:${config.port}`,
    platformType: config.platformType,
    makesOrganizations: config.makesOrganizations,
    runtimeVariables: config.runtimeVariables,
    runRetentionMs: config.runRetentionDays * DAY_MS,
    strangersFiles: {
      flowBytes: config.strangersFilesMb.flow * MEGABYTE,
      sessionBytes: config.strangersFilesMb.session * MEGABYTE,
    },
    strangersVectors: {
      inFlow: config.strangersVectors.flow,
      inChat: config.strangersVectors.session,
    },
    accessTokenMs: 60 * MINUTE_MS,
    refreshTokenMs: 90 * DAY_MS,
    runBudgets: { maxSteps: 1_000, maxMilliseconds: 60 * MINUTE_MS, maxTokens: 10_000_000 },
  }
}

function openConfiguredDatabase(
  config: Config,
  onFault: ComposeOptions['onDatabaseFault'],
): Promise<Database> {
  return config.databaseUrl === undefined
    ? openDatabase({
        kind: 'sqlite',
        file: join(config.dataDir, 'runnel.db'),
        readerThread: findReaderThread(),
        onFault,
      })
    : openDatabase({ kind: 'postgres', url: config.databaseUrl })
}

/**
 * Refuses a folder whose key is there and whose database is not: the key is made after the database, so that this is a
 * loss, and an empty installation in its place would hide it. @throws RunnelError `unavailable`
 */
function assertWhole({ dataDir, secretKeyFile }: Config): void {
  const isBeside = dirname(secretKeyFile) === dataDir && existsSync(secretKeyFile)
  const file = join(dataDir, 'runnel.db')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (!isBeside || size > 0) return
  throw new RunnelError(
    'unavailable',
    `${dataDir} holds the key ${basename(secretKeyFile)}, but ${file} is missing or empty. Restore the database from a backup; to begin with an empty one, move the key away. Nothing was changed.`,
  )
}

async function openTransport(config: Config, log: Logger): Promise<{ queue: RunQueue; bus: RunBus }> {
  const onError = (error: unknown) => log.warn({ err: error }, 'A message between processes failed')
  if (config.databaseUrl === undefined)
    return { queue: createInProcessQueue({ onError }), bus: createInProcessRunBus({ onError }) }
  return {
    queue: await openPostgresQueue({ connectionString: config.databaseUrl, onError }),
    bus: await openPostgresRunBus({ connectionString: config.databaseUrl, onError }),
  }
}

/** The operator's lists; the first look is begun at once, so that the first run knows its price. */
function openModelLists(
  { modelListSource: source }: Config,
  { egress, log }: { egress: Egress; log: Logger },
): ModelLists {
  const isFile = source !== undefined && !/^https?:/.test(source)
  const lists = createModelLists({
    source,
    read: readListSource(egress),
    now: Date.now,
    freshMs: isFile ? LIST_FILE_FRESH_MS : LIST_ADDRESS_FRESH_MS,
    report: (event) =>
      'fault' in event
        ? log.warn(event, 'The list of models cannot be read: what was read before counts on')
        : log.warn(event, 'The list of models is read again'),
  })
  void lists.find('')
  return lists
}

const slotsOf = ({ services }: Config) => (services.includes('worker') ? RUN_SLOTS : 0)

/** The clock, what waits by it, and what goes on while nobody waits. */
function createTimes() {
  return { now: Date.now, sleep, giveWay, background: createBackgroundWork() }
}

/** What there is of nodes and providers, and the versions of flows that were read. */
function createKnown() {
  const catalogue = createCatalogue(nodeCatalogue, providerCatalogue, keptCredentialTypes)
  return { catalogue, versions: createVersionCache(catalogue) }
}

/** A way out that is open to the operator's server of mail alone, whatever address it has. */
function openMail({ mail }: Config): { mailer: Mailer; egress: Egress } | undefined {
  if (mail === undefined) return undefined
  const { host, port } = mail.server
  const egress = createEgress({ allow: [`${host.includes(':') ? `[${host}]` : host}:${port}`] })
  return { egress, mailer: createMailer(mail.server, { egress, from: mail.from }) }
}

/** What runs and reads things of strangers, apart from the thread that serves. */
function createConfined() {
  return {
    sandbox: createSandbox({ childPath: findSandboxChild() }),
    documents: createDocumentReader({ childPath: findDocumentChild() }),
    saml: createSaml({ threadPath: findSamlThread() }),
  }
}

/** What works on what operations reach, and is reached by them. */
function serving(reached: Omit<OperationContext, 'outbox'>, config: Config): ServingContext {
  const operations = reached as OperationContext
  return Object.assign(operations, {
    outbox: createOutbox(operations),
    worker: createRunWorker(operations, { slots: slotsOf(config) }),
  })
}

/** Builds every long-lived object of the process, from the outside in. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Composition> {
  makeFolder(config.dataDir)
  const isEmbedded = config.databaseUrl === undefined
  const lock =
    isEmbedded && options.sharesDataFolder !== true ? await lockDataFolder(config.dataDir) : undefined
  if (isEmbedded) assertWhole(config)
  const db = await openConfiguredDatabase(config, options.onDatabaseFault)
  const { vault, sessionKey } = await openSecrets(config, db)
  const log = options.log ?? pino({ level: config.logLevel }, logLines)
  const { queue, bus } = await openTransport(config, log)
  const egress = createEgress({ allow: config.egressAllow, proxy: config.egressProxy })
  const mail = openMail(config)
  const toolServers = createToolServers({ commands: config.mcpCommands })
  const dataServers = createDataServers({ egress })
  const blobs = createBlobs(config.blobs)
  const confined = createConfined()
  const operations: Omit<OperationContext, 'outbox'> = {
    db,
    vault,
    passwords: createPasswordHasher(),
    egress,
    mailer: mail?.mailer,
    mailCounts: createCountedWindows('mailboxes', shareCounts(bus), () => operations.now()),
    domainRecords: createDomainRecords(),
    toolServers,
    dataServers,
    browser: createBrowser(config.scraperBrowser),
    blobs,
    ...confined,
    folders: openFolders(config.loaderFolders),
    vectorIndexes: createVectorIndexes(),
    keptReplies: createKeptReplies({ now: Date.now }),
    modelLists: openModelLists(config, { egress, log }),
    queue,
    bus,
    runWatch: createRunWatch(db),
    ...createKnown(),
    settings: settingsOf(config),
    log,
    sessionKey,
    ...createTimes(),
  }
  const context = serving(operations, config)
  if (isEmbedded && lock !== undefined) {
    await db.system.runs.expireAllLeases(context.now())
    await db.system.mails.expireClaims()
  }
  return {
    context,
    log,
    async close() {
      await queue.stop()
      await bus.close()
      await confined.sandbox.close()
      await confined.saml.close()
      await toolServers.close()
      await dataServers.close()
      await operations.browser.close()
      await egress.close()
      await mail?.egress.close()
      await blobs.close()
      await db.close()
      await lock?.release()
    },
  }
}
