import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type JourneyDatabaseKind, makeJourneyDatabase, USUAL_DATABASE } from './journey-database.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/server/main.js')
const START_MS = 30_000
const SERVES = /Runnel serves (\S+) with data in (.+)/

/** The built product while it runs. */
export interface Product {
  /** `http://127.0.0.1:<port>`. */
  address: string
  /** Where its data lie. */
  dataFolder: string
  /** Everything that it wrote to its console so far. */
  output(): string
  /** Runs a command of the operator beside the running server and gives what it printed. */
  runAdmin(...args: string[]): Promise<string>
  /** Changes rows beside the running product. */
  execute(statement: string): Promise<void>
  /** Makes every session need a refresh, as the passing of time does. */
  expireSessions(): Promise<void>
  /** Stops it and starts it again with the same data, at the same address. */
  restart(): Promise<void>
  /** Kills it without warning, as a power cut does, and starts it again with the same data, at the same address. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts `dist/server/main.js` on a free port with a fresh data folder.
 * @throws Error with the console's text when it does not serve.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  kind: JourneyDatabaseKind = USUAL_DATABASE,
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-e2e-'))
  const dataFolder = join(folder, 'data')
  const database = await makeJourneyDatabase(dataFolder, kind)
  let output = ''
  const environment = (port: string) => ({
    PATH: process.env.PATH ?? '',
    PORT: port,
    ...database.settings,
    ...settings,
  })
  const start = async (port: string) => {
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: folder,
      env: environment(port),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const from = output.length
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return { child, address: await waitForAddress(child, () => output.slice(from)) }
  }
  let running = await start('0')
  const { address } = running
  return {
    address,
    dataFolder,
    output: () => output,
    async runAdmin(...args) {
      const options = { cwd: folder, env: environment(new URL(address).port) }
      return (await promisify(execFile)(process.execPath, [PROGRAM, 'admin', ...args], options)).stdout
    },
    execute: (statement) => database.execute(statement),
    expireSessions: () => database.execute('UPDATE sessions SET "accessExpiresAt" = 1'),
    async restart() {
      await end(running.child)
      running = await start(new URL(address).port)
    },
    async crash() {
      await end(running.child, 'SIGKILL')
      running = await start(new URL(address).port)
    },
    async stop() {
      await end(running.child)
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitForAddress(child: ChildProcess, readOutput: () => string): Promise<string> {
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const address = SERVES.exec(readOutput())?.[1]
    if (address) return address
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill('SIGKILL')
  throw new Error(`The built product did not start. Its console says:\n${readOutput()}`)
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
