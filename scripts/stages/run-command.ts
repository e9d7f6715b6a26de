import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import type { StageContext, StageCount } from './stage.ts'

/** A program of node_modules/.bin, or a script of the repository (`….ts`), with its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** Runs a command in the repository and gives its exit code. */
export async function runCommand(command: Command, { root, environment }: StageContext): Promise<number> {
  const [program, ...args] = command
  const options = { cwd: root, env: environment }
  if (program.endsWith('.ts'))
    return await runToEnd(process.execPath, [join(root, program), ...args], options)
  return await runToEnd(join(root, 'node_modules/.bin', program), args, options)
}

/** Makes the run of a stage out of commands that must all succeed; it counts as one check. */
export function allSucceed(...commands: readonly Command[]): (context: StageContext) => Promise<StageCount> {
  return async (context) => {
    let failures = 0
    for (const command of commands) failures += (await runCommand(command, context)) === 0 ? 0 : 1
    return failures === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  }
}
