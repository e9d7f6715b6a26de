import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { PROGRAM } from './program.ts'

/** How a process ended, and all that it said. */
export interface Exit {
  code: number | null
  out: string
  err: string
}

/** Starts the program in a folder that is its data folder too, and gives how it ended; ends it when it serves. */
export async function runToExit(folder: string, env: Record<string, string> = {}): Promise<Exit> {
  return runCommand([], { folder, env: { PORT: '0', ...env } })
}

/** Runs the program with these words in a folder that is its data folder too, and gives how it ended. */
export async function runCommand(
  words: readonly string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<Exit> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => {
    said.out += part.toString()
    if (said.out.includes('Runnel serves')) child.kill('SIGTERM')
  })
  child.stderr.on('data', (part: Buffer) => {
    said.err += part.toString()
  })
  const [code] = await once(child, 'exit')
  return { code, ...said }
}

/** Ends a process for good when its test is over, also one that failed: nothing may outlive it and hold up the rest. */
export function endWithTest(child: { kill(signal: 'SIGKILL'): unknown }): void {
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
}
