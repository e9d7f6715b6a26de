import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
/** Who reads slowly gets some milliseconds, and then misses a line. */
const TRIES = 3
const PAUSE_MS = 5

/**
 * Where the log goes: standard output, at once. A line that cannot be written (a full disk, a reader that is gone) is
 * left out: the log is never a reason to stop or to wait.
 */
export const logLines = {
  write(line: string): void {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        writeSync(STANDARD_OUTPUT, line)
        return
      } catch (error) {
        if (!isBusy(error)) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      }
    }
  },
}

const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'
