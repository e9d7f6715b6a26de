import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** No upload rests this long, in milliseconds. */
const STALE_MS = 24 * 60 * 60_000
const NAME = /^([0-9a-f]{16})-(\d{1,10})-[0-9a-f]{32}$/

function readOrNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Where a process id means the same process: this machine since its start, and this container. */
function placeOfProcesses(): string {
  const boot = readOrNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const container = readOrNothing(() => readlinkSync('/proc/self/ns/pid'))
  return createHash('sha256').update([hostname(), boot, container].join('\n')).digest('hex').slice(0, 16)
}

const PLACE = placeOfProcesses()

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether its writer is known to be gone; of a process elsewhere nothing is known. */
function isOrphan(name: string): boolean {
  const [, place, pid] = NAME.exec(name) ?? []
  return place === PLACE && !isRunning(Number(pid))
}

/** A name that nobody else has for a file under way; it tells which process writes it. */
export function nameUpload(): string {
  return `${PLACE}-${process.pid}-${randomBytes(16).toString('hex')}`
}

/**
 * Removes what writers left behind: files of processes that are gone, and those that nobody wrote to for a day. Uploads
 * under way, of this process and of others, stay.
 */
export async function clearStaleUploads(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const touched = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    )
    if (isOrphan(name) || now - touched > STALE_MS) await rm(file, { force: true, recursive: true })
  }
}
