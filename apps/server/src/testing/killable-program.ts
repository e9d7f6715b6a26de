import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@runnel/db'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { createCaller, type TestCaller } from './test-caller.ts'
import { ADMINISTRATOR } from './test-server.ts'

const PROGRAM = join(import.meta.dirname, '../main.ts')

/** The program in a process of its own, which a test may kill and start again on the same data. */
export interface KillableProgram {
  readonly origin: string
  /** Where its debugger listens, for one that was started with `--inspect`. */
  readonly debuggerUrl: string | undefined
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  signIn(): Promise<TestCaller>
  /** Kills it for good, and removes its data. */
  remove(): Promise<void>
}

/** How a program is started: `egressAllow` as `EGRESS_ALLOW`, and flags of Node. */
export interface KillableStart {
  egressAllow: string
  flags?: readonly string[]
}

/** Starts the program from its sources, as an operator would, with an administrator. */
export async function startKillableProgram(
  kind: TestDatabasePlace['options']['kind'],
  { egressAllow, flags = [] }: KillableStart,
): Promise<KillableProgram> {
  const place = await createTestDatabasePlace(kind)
  const folder = mkdtempSync(join(tmpdir(), 'runnel-kill-'))
  const start = () => spawnProgram({ place, folder, egressAllow, flags })
  let running = await start()
  const kill = async () => {
    const ended = once(running.process, 'exit')
    running.process.kill('SIGKILL')
    await ended
    await endLeases(place)
  }
  const { name, email, password } = ADMINISTRATOR
  await createCaller(running.origin).expect(201, 'POST', '/account/register', {
    user: { name, email, credential: password },
  })
  return {
    get origin() {
      return running.origin
    },
    get debuggerUrl() {
      return running.debuggerUrl
    },
    kill,
    async start() {
      running = await start()
    },
    async signIn() {
      const caller = createCaller(running.origin)
      await caller.expect(200, 'POST', '/auth/login', { email, password })
      return caller
    },
    async remove() {
      await kill()
      await place.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Start extends Required<KillableStart> {
  place: TestDatabasePlace
  folder: string
}

interface RunningProgram {
  process: ChildProcess
  origin: string
  debuggerUrl: string | undefined
}

/** Waits for the one line that the program prints when it serves. */
async function spawnProgram({ place, folder, egressAllow, flags }: Start): Promise<RunningProgram> {
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      EGRESS_ALLOW: egressAllow,
      ...(place.options.kind === 'postgres' && { DATABASE_URL: place.options.url }),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const take = (part: Buffer) => {
      text += part.toString()
      const address = /Runnel serves (\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', () => reject(new Error(`The program ended at its start: ${text}`)))
  })
  const debuggerUrl = /Debugger listening on (\S+)/.exec(text)?.[1]
  return { process: child, origin, debuggerUrl }
}

/** A dead process leaves its leases behind: an embedded database knows, another waits for them to end. */
async function endLeases(place: TestDatabasePlace): Promise<void> {
  if (place.options.kind === 'sqlite') return
  const database = await openDatabase(place.options)
  await database.system.runs.expireAllLeases(Date.now())
  await database.close()
}
