import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** What the tests may fill at most, a release among it, with room for what else runs. */
const WANTED_BYTES = 8 * 1024 ** 3

/**
 * Makes a folder for what tests write and throw away: in memory where there is much of it, so that nobody waits for a
 * disk, else among the temporary files.
 */
export function makeFastFolder(): string {
  const folder = mkdtempSync(join(isRoomy() ? MEMORY : tmpdir(), 'runnel-tests-'))
  // Where this is root, a database in it runs as somebody else, who goes through it.
  chmodSync(folder, 0o711)
  return folder
}

function isRoomy(): boolean {
  if (process.platform !== 'linux' || process.availableMemory() < WANTED_BYTES) return false
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    // Containers often forbid to run programs from there, which some tests do.
    return bavail * bsize >= WANTED_BYTES && mount?.split(' ')[3]?.split(',').includes('noexec') === false
  } catch {
    return false
  }
}
