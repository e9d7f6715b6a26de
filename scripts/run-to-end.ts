import { type SpawnOptions, spawn } from 'node:child_process'

const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program with this process's own input and output, hands signals on to it and gives its exit code
 * (1 when a signal ended it).
 */
export async function runToEnd(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}
