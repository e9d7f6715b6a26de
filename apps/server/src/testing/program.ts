import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '@runnel/db'
import type { TestDatabasePlace } from '@runnel/db/testing'

const PROGRAM = join(import.meta.dirname, '../main.ts')

/** A whole server in a process of its own, which a test may kill. */
export interface Program {
  process: ChildProcess
  origin: string
}

/** Where a program keeps its data, and which hosts it may call. */
export interface ProgramPlace {
  place: TestDatabasePlace
  folder: string
  egressAllow: string
}

/** Starts the program from its sources, as an operator would, and waits for its one line. */
export async function startProgram({ place, folder, egressAllow }: ProgramPlace): Promise<Program> {
  const child = spawn(process.execPath, [PROGRAM], {
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
  return { process: child, origin }
}

/** Kills it as a power cut would. */
export async function killProgram(program: Program, { place }: Pick<ProgramPlace, 'place'>): Promise<void> {
  const ended = once(program.process, 'exit')
  program.process.kill('SIGKILL')
  await ended
  await endLeases(place)
}

/** A dead process leaves its leases behind: an embedded database knows, another waits for them to end. */
async function endLeases(place: TestDatabasePlace): Promise<void> {
  if (place.options.kind === 'sqlite') return
  const database = await openDatabase(place.options)
  await database.system.runs.expireAllLeases(Date.now())
  await database.close()
}
