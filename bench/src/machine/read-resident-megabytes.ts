import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const KILOBYTES = 1024

/** Resident memory of a process in MB (2^20 bytes): VmRSS on Linux, `ps` elsewhere. */
export function readResidentMegabytes(pid: number): number {
  if (process.platform === 'linux') {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1]) / KILOBYTES
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / KILOBYTES
}
