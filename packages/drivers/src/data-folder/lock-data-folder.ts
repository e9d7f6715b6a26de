import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RunnelError } from '@runnel/contract'
import { makeFolder } from './make-folder.ts'

const LOCK_FILE = 'lock.sqlite'
const HOLDER_FILE = 'lock.pid'

/** Held locks are kept from the garbage collector, which would close the file and with it the lock. */
const heldLocks = new Set<DatabaseSync>()

/** A held lock. `release` may be called twice. */
export interface DataFolderLock {
  release(): void
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

function nameHolder(folder: string): string {
  try {
    const pid = Number(readFileSync(join(folder, HOLDER_FILE), 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? `process ${pid}` : 'another process'
  } catch {
    return 'another process'
  }
}

/**
 * Takes a data folder for this process; the folder is made when missing. The lock is the operating system's
 * (an exclusive SQLite transaction on a file of its own), so it ends with the process however that ends, and
 * a reused pid means nothing: the pid file only serves the message. Throws `data_folder_locked`.
 */
export function lockDataFolder(dir: string): DataFolderLock {
  const folder = resolve(dir)
  makeFolder(folder)
  const database = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new RunnelError(
      'data_folder_locked',
      `The data folder ${folder} is in use by ${nameHolder(folder)}. Stop that process, or start with another DATA_DIR.`,
      { cause: error },
    )
  }
  writeFileSync(join(folder, HOLDER_FILE), String(process.pid), { mode: 0o600 })
  heldLocks.add(database)
  return {
    release() {
      if (heldLocks.delete(database)) database.close()
    },
  }
}
