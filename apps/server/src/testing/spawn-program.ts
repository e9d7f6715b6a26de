import { type ChildProcess, spawn } from 'node:child_process'
import type { TestDatabasePlace } from '@runnel/db/testing'
import { PROGRAM, PROGRAM_SOURCES } from './program.ts'

/** Where the program finds its data, and what it may call. */
interface Start {
  place: TestDatabasePlace
  folder: string
  egressAllow: string
  /** Settings besides. */
  env?: Record<string, string>
  /** Flags of Node. */
  flags?: readonly string[]
  /** For a test that looks at the files that run. */
  isFromSources?: boolean
}

/** A program that serves. */
export interface RunningProgram {
  process: ChildProcess
  origin: string
  /** Where its debugger listens, for one that was started with `--inspect`. */
  debuggerUrl: string | undefined
}

/**
 * Starts the program in a process of its own, and waits for the one line that it prints when it
 * serves. `origin` is no address when it serves no web.
 */
export async function spawnProgram({
  place,
  folder,
  egressAllow,
  env = {},
  flags = [],
  isFromSources = false,
}: Start): Promise<RunningProgram> {
  const child = spawn(process.execPath, [...flags, isFromSources ? PROGRAM_SOURCES : PROGRAM], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      EGRESS_ALLOW: egressAllow,
      ...(place.options.kind === 'postgres' && { DATABASE_URL: place.options.url }),
      LOG_LEVEL: 'error',
      ...env,
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
