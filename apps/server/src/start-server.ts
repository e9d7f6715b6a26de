import { join } from 'node:path'
import { errorMessage } from '@runnel/contract'
import { type Composition, compose } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { findWebFolder, readVersion } from './installation.ts'
import { endInOrder } from './services/end-in-order.ts'
import { startScheduler } from './services/scheduler.ts'
import { startWeb, type WebService } from './services/web.ts'
import { startFailure } from './start-failure.ts'

/** How long an orderly end may take beside the time that runs have, before the process ends anyway, in milliseconds. */
const END_MS = 8_000

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

/** A second signal ends the process at once, as a crash would: whoever goes on loses nothing. */
function endOnSignals(drainMs: number, close: () => Promise<void>): void {
  let isEnding = false
  const end = () => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), drainMs + END_MS).unref()
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
    context.outbox.wake()
    const isShared = config.databaseUrl !== undefined
    const scheduler = config.services.includes('scheduler')
      ? startScheduler(context, { isShared })
      : undefined
    const { close } = composition
    const drainMs = config.drainSeconds * 1_000
    endOnSignals(drainMs, async () => {
      await endInOrder({ context, web, scheduler }, drainMs)
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
    for (const line of config.warnings) console.warn(line)
    await serve(config)
  } catch (error) {
    console.error(startFailure(error, config))
    process.exit(1)
  }
}
