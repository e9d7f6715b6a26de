import { closeSync, fdatasync, openSync } from 'node:fs'

/** The write-ahead log of a SQLite database, as far as the disk is concerned. */
export interface WriteAheadLog {
  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void>
  close(): void
}

/**
 * The log beside a database in WAL mode. The file exists from the first write on and keeps its inode until the last
 * connection closes, so it is opened once, at the first sync. SQLite keeps its locks on other files.
 */
export function openWriteAheadLog(databaseFile: string): WriteAheadLog {
  let descriptor: number | undefined
  return {
    sync() {
      descriptor ??= openSync(`${databaseFile}-wal`, 'r+')
      const opened = descriptor
      return new Promise((resolve, reject) => {
        fdatasync(opened, (error) => (error ? reject(error) : resolve()))
      })
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
