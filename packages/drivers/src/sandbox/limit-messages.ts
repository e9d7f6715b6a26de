import type { SandboxLimits } from './sandbox.ts'

const MEGABYTE = 1024 * 1024

function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

function inWords(bytes: number): string {
  const [unit, name] = bytes < MEGABYTE ? [1024, 'kB'] : [MEGABYTE, 'MB']
  return `${Math.round((bytes / unit) * 100) / 100} ${name}`
}

/** What a function is told that reached a limit; each names the limit. */
export const limitMessages = {
  time: ({ timeoutMs }: Pick<SandboxLimits, 'timeoutMs'>) =>
    `The function took longer than the ${inSeconds(timeoutMs)} that it may take.`,
  memory: ({ memoryBytes }: Pick<SandboxLimits, 'memoryBytes'>) =>
    `The function needs more than the ${inWords(memoryBytes)} of memory that it may have.`,
  result: ({ valueBytes }: Pick<SandboxLimits, 'valueBytes'>) =>
    `The function returns more than ${inWords(valueBytes)}.`,
  input: ({ valueBytes }: Pick<SandboxLimits, 'valueBytes'>) =>
    `The function or its input is larger than ${inWords(valueBytes)}.`,
  answer: ({ valueBytes }: Pick<SandboxLimits, 'valueBytes'>) =>
    `The answer is too large for the function: it may have ${inWords(valueBytes)}.`,
  request: ({ valueBytes }: Pick<SandboxLimits, 'valueBytes'>) =>
    `The call is too large: it may have ${inWords(valueBytes)}.`,
  calls: ({ calls }: Pick<SandboxLimits, 'calls'>) => `The function makes more than ${calls} calls.`,
  ended: ({ memoryBytes }: Pick<SandboxLimits, 'memoryBytes'>) =>
    `The function was ended: it used more than it may have, such as ${inWords(memoryBytes)} of memory.`,
  wait: (waitMs: number) =>
    `No sandbox became free within ${inSeconds(waitMs)}: other functions take too long.`,
}
