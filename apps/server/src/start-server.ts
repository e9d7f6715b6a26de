import { isRunnelError } from '@runnel/contract'
import { type Composition, compose } from './compose.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { findWebFolder, readVersion } from './installation.ts'
import { startScheduler } from './services/scheduler.ts'
import { startWeb, type WebService } from './services/web.ts'

/** How long an orderly end may take before the process ends anyway, in milliseconds. */
const END_MS = 8_000

/** The one line that tells an operator why the start stopped and what to do; undefined for a fault of ours. */
function startFailure(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || isRunnelError(error)) return error.message
  const code = (error as NodeJS.ErrnoException | null)?.code
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${config?.port} on ${config?.host} is in use. Stop the other program, or set PORT to another number.`
    case 'EACCES':
      return `Runnel may not use ${(error as NodeJS.ErrnoException).path ?? `port ${config?.port}`}. Choose another DATA_DIR or PORT, or grant the right.`
    case 'EADDRNOTAVAIL':
      return `HOST=${config?.host} is no address of this machine.`
    case 'ECONNREFUSED':
      return 'The database at DATABASE_URL does not answer. Start it, or correct DATABASE_URL.'
    case '28P01':
    case '28000':
    case '3D000':
      return `The database at DATABASE_URL refused the connection: ${(error as Error).message}.`
    default:
      return undefined
  }
}

/** A folder as people write it. */
function announce(config: Config, web: WebService | undefined): void {
  const where = web ? web.address : `no web service (${config.services.join(', ')})`
  const token = web?.setupToken
  console.log(`Runnel serves ${where} with data in ${config.dataDir}`)
  if (token !== undefined)
    console.log(`To make the first administrator from another machine use this set-up token: ${token}`)
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
    composition = await compose(config)
    const { context, log } = composition
    const web = config.services.includes('web')
      ? await startWeb({ context, config, log, version: readVersion(), webFolder: findWebFolder() })
      : undefined
    await context.worker.start()
    const scheduler = config.services.includes('scheduler') ? startScheduler(context) : undefined
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
    throw Object.assign(error as Error, { config })
  }
}

/** Reads the settings and serves until a signal ends it. A failed start ends with one line that says what to do. */
export async function startServer(): Promise<void> {
  try {
    await serve(readConfig(process.cwd()))
  } catch (error) {
    const line = startFailure(error, (error as { config?: Config }).config)
    if (line === undefined) throw error
    console.error(line)
    process.exit(1)
  }
}
