import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The kernel's unit of processor time in `/proc`, whatever its own clock is. */
const TICKS_PER_SECOND = 100

/**
 * What a process used of processors since its start, in seconds, all of its threads. Waiting for a processor does not
 * count, so that a busy machine changes it far less than a time by the clock.
 */
export function readCpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return readByPs(pid)
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_PER_SECOND
}

/** `ps` writes minutes and seconds. */
function readByPs(pid: number): number {
  const [minutes, seconds] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  }).split(':')
  return Number(minutes) * 60 + Number(seconds)
}
