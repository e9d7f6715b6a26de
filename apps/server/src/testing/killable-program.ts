import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@runnel/db'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import type { ServerPlace } from './by-hand.ts'
import { type Exit, runCommand } from './run-to-exit.ts'
import { spawnProgram } from './spawn-program.ts'
import { createCaller, type TestCaller } from './test-caller.ts'
import { ADMINISTRATOR } from './test-server.ts'

/** The program in a process of its own, which a test may kill and start again on the same data. */
export interface KillableProgram {
  readonly origin: string
  /** Where its rows lie. */
  readonly database: TestDatabasePlace['options']
  /** The same, as `runByHand` asks for it. */
  readonly config: ServerPlace['config']
  /** Where its debugger listens, for one that was started with `--inspect`. */
  readonly debuggerUrl: string | undefined
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end; gives its exit code. */
  end(): Promise<number | null>
  start(): Promise<void>
  signIn(): Promise<TestCaller>
  /** Runs a command of the operator on its data, the settings those of the program. */
  admin(command: string): Promise<Exit>
  /** Kills it for good, and removes its data. */
  remove(): Promise<void>
}

/** How a program is started: `egressAllow` as `EGRESS_ALLOW`, other settings, and flags of Node. */
export interface KillableStart {
  egressAllow: string
  /** Settings besides. */
  env?: Record<string, string>
  flags?: readonly string[]
  /** For a test that looks at the files that run. */
  isFromSources?: boolean
}

/** Starts the program as an operator would, with an administrator. */
export async function startKillableProgram(
  kind: TestDatabasePlace['options']['kind'],
  { egressAllow, env = {}, flags = [], isFromSources = false }: KillableStart,
): Promise<KillableProgram> {
  const place = await createTestDatabasePlace(kind, { isMigrated: true })
  const folder = mkdtempSync(join(tmpdir(), 'runnel-kill-'))
  const start = () => spawnProgram({ place, folder, egressAllow, env, flags, isFromSources })
  let running = await start()
  const kill = async () => {
    if (running.process.exitCode === null) {
      const ended = once(running.process, 'exit')
      running.process.kill('SIGKILL')
      await ended
    }
    await endLeases(place)
  }
  const { name, email, password } = ADMINISTRATOR
  await createCaller(running.origin).expect(201, 'POST', '/account/register', {
    user: { name, email, credential: password },
  })
  return {
    config: {
      dataDir: folder,
      databaseUrl: place.options.kind === 'postgres' ? place.options.url : undefined,
    },
    database: kind === 'sqlite' ? { kind, file: join(folder, 'runnel.db') } : place.options,
    get origin() {
      return running.origin
    },
    get debuggerUrl() {
      return running.debuggerUrl
    },
    kill,
    async end() {
      const ended = once(running.process, 'exit')
      running.process.kill('SIGTERM')
      const [code] = await ended
      return code
    },
    async start() {
      running = await start()
    },
    async signIn() {
      const caller = createCaller(running.origin)
      await caller.expect(200, 'POST', '/auth/login', { email, password })
      return caller
    },
    admin: (command) =>
      runCommand(['admin', command], {
        folder,
        env: { ...(place.options.kind === 'postgres' && { DATABASE_URL: place.options.url }), ...env },
      }),
    async remove() {
      await kill()
      await place.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A dead process leaves its leases behind: an embedded database knows, another waits for them to end. */
async function endLeases(place: TestDatabasePlace): Promise<void> {
  if (place.options.kind === 'sqlite') return
  const database = await openDatabase(place.options)
  await database.system.runs.expireAllLeases(Date.now())
  await database.system.mails.expireClaims()
  await database.close()
}
