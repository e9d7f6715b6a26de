import { join } from 'node:path'
import { errorMessage, isRunnelError } from '@runnel/contract'
import { type Composition, compose } from './compose.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { findWebFolder, readVersion } from './installation.ts'
import { startScheduler } from './services/scheduler.ts'
import { startWeb, type WebService } from './services/web.ts'

/** How long an orderly end may take before the process ends anyway, in milliseconds. */
const END_MS = 8_000

const unreachable = 'The database at DATABASE_URL does not answer. Start it, or correct DATABASE_URL.'
const unknownHost = ({ host }: Config) => `HOST=${host} is no address of this machine.`

/** What to do about a fault of the system by its code; `path` is what the fault names. */
const advice: Record<string, (config: Config, path: string | undefined) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use. Stop the other program, or set PORT to another number.`,
  EADDRNOTAVAIL: unknownHost,
  EACCES: ({ port }, path) =>
    `Runnel may not use ${path ?? `port ${port}`}. Choose another DATA_DIR or PORT, or grant the right.`,
  EEXIST: ({ dataDir }) => `DATA_DIR=${dataDir} is not a folder. Choose another, or move the file away.`,
  ENOENT: ({ dataDir }) => `DATA_DIR=${dataDir} cannot be made. Choose another folder.`,
  ENOTDIR: ({ dataDir }) => `DATA_DIR=${dataDir} lies below a file. Choose another folder.`,
  EROFS: ({ dataDir }) => `DATA_DIR=${dataDir} cannot be written. Choose another folder.`,
  ENOSPC: ({ dataDir }) => `The disk of DATA_DIR=${dataDir} is full. Make room and start again.`,
  ERR_SQLITE_ERROR: ({ dataDir }) =>
    `${join(dataDir, 'runnel.db')} cannot be read as a database. Restore it from a backup, or choose another DATA_DIR.`,
  ECONNREFUSED: () => unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: () => unreachable,
}

/** PostgreSQL's codes for a login or a database that it does not take. */
const REFUSALS = new Set(['28P01', '28000', '3D000'])

/** The one line that tells an operator why the start stopped and what to do; undefined for a fault of ours. */
function startFailure(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || isRunnelError(error)) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === undefined || config === undefined) return undefined
  if (REFUSALS.has(code)) return `The database at DATABASE_URL refused the connection: ${message}.`
  return advice[code]?.(config, path)
}

/** A folder as people write it. */
function announce(config: Config, web: WebService | undefined): void {
  const where = web ? web.address : `no web service (${config.services.join(', ')})`
  const token = web?.setupToken
  console.log(`Runnel serves ${where} with data in ${config.dataDir}`)
  if (token !== undefined)
    console.log(`To make the first administrator from another machine use this set-up token: ${token}`)
}

/** Ends the process at once: what is on the disk is known only to one that reads it anew. */
function endByFault({ dataDir }: Config, error: unknown): never {
  console.error(
    `The disk under ${join(dataDir, 'runnel.db')} failed (${errorMessage(error)}). Runnel ends, and goes on from what is stored when it is started again; look after the disk.`,
  )
  process.exit(1)
}

function endOnSignals(close: () => Promise<void>): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), END_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}

async function serve(config: Config): Promise<void> {
  let composition: Composition | undefined
  try {
    composition = await compose(config, { onDatabaseFault: (error) => endByFault(config, error) })
    const { context, log } = composition
    const web = config.services.includes('web')
      ? await startWeb({ context, config, log, version: readVersion(), webFolder: findWebFolder() })
      : undefined
    await context.worker.start()
    const isShared = config.databaseUrl !== undefined
    const scheduler = config.services.includes('scheduler')
      ? startScheduler(context, { isShared })
      : undefined
    const { close } = composition
    endOnSignals(async () => {
      scheduler?.stop()
      await web?.stopListening()
      await context.worker.close()
      await web?.close()
      await close()
    })
    announce(config, web)
  } catch (error) {
    await composition?.close().catch(() => {})
    throw error
  }
}

/** Reads the settings and serves until a signal ends it. A failed start ends with one line that says what to do. */
export async function startServer(): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(process.cwd())
    await serve(config)
  } catch (error) {
    const line = startFailure(error, config)
    if (line === undefined) throw error
    console.error(line)
    process.exit(1)
  }
}
