import { rmSync } from 'node:fs'
import { canConnect } from './services/can-connect.ts'
import { getChromium, getHeadlessShell } from './services/find-chromium.ts'
import { getRedis } from './services/find-redis.ts'
import { makeFastFolder } from './services/make-fast-folder.ts'
import { findPostgresPrograms, startOwnPostgres } from './services/start-own-postgres.ts'

const MACHINE_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres'

/** What the tests need beside Node, as environment variables, and how to end it. */
export interface TestServices {
  readonly environment: {
    readonly TEST_DATABASE_URL: string
    readonly CHROMIUM_PATH: string
    readonly REDIS_PATH: string
    /** Where tests make their folders. */
    readonly TMPDIR: string
    /** A Chromium without windows, for journeys that need none. */
    readonly HEADLESS_SHELL_PATH?: string
  }
  stop(): Promise<void>
}

/**
 * Finds or starts what the tests need: a PostgreSQL (`TEST_DATABASE_URL`, else one of our own, else where its programs
 * are missing the machine's), a folder, a Chromium and a Redis. A PostgreSQL of our own waits for no disk.
 * @throws Error with one line on what is missing and how to get it.
 */
export async function startTestServices(): Promise<TestServices> {
  const chromium = getChromium()
  const shell = getHeadlessShell()
  const redis = getRedis()
  const folder = makeFastFolder()
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  const database = await getDatabase(folder).catch((error: unknown) => {
    removeFolder()
    throw error
  })
  return {
    environment: {
      TEST_DATABASE_URL: database.url,
      CHROMIUM_PATH: chromium,
      REDIS_PATH: redis,
      TMPDIR: folder,
      ...(shell !== undefined && { HEADLESS_SHELL_PATH: shell }),
    },
    async stop() {
      await database.stop()
      removeFolder()
    },
  }
}

async function getDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const stop = async (): Promise<void> => {}
  const named = process.env.TEST_DATABASE_URL
  if (named) {
    if (await canConnect(named)) return { url: named, stop }
    throw new Error('TEST_DATABASE_URL names a PostgreSQL that does not answer: correct it, or unset it.')
  }
  if (!findPostgresPrograms() && (await canConnect(MACHINE_POSTGRES))) return { url: MACHINE_POSTGRES, stop }
  return await startOwnPostgres(folder)
}
