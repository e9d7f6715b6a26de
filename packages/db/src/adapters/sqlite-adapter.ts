import { chmodSync, closeSync, existsSync, fdatasync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RunnelError } from '@runnel/contract'
import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type DatabaseAdapter, LONG_READ_MS } from './adapter.ts'
import { createKysely } from './create-kysely.ts'
import { createGroupCommit } from './group-commit.ts'
import { createReaderThreads } from './reader-threads.ts'
import { createReadingConnection } from './reading-connection.ts'
import { cacheStatements, createSqliteConnection } from './sqlite-connection.ts'
import { addSqliteFunctions } from './sqlite-functions.ts'

/* Pages can only be given back later if the file was made for it, so that is the first setting of a new one. */
const WRITER_SETTINGS = `
  pragma auto_vacuum = incremental;
  pragma journal_mode = wal;
  pragma journal_size_limit = 67108864;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma cache_size = -16000;`
const READER_SETTINGS = `
  pragma busy_timeout = 5000;
  pragma temp_store = memory;
  pragma cache_size = -16000;`

const READER_THREAD = join(import.meta.dirname, 'reader-thread.ts')

/** Statements are synchronous, so Kysely need not queue for the connection. */
class UnqueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const DIALECT = {
  createAdapter: () => new UnqueuedSqliteAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

/** Some milliseconds' worth. */
const PAGES_AT_ONCE = 150

/** Moves pages from the end of the file into free ones and cuts it; free pages that are left are for the next call. */
function releasePages(database: DatabaseSync): number {
  const countFree = () => Number(database.prepare('pragma freelist_count').get()?.freelist_count ?? 0)
  const before = countFree()
  if (before === 0) return 0
  database.prepare(`pragma incremental_vacuum(${PAGES_AT_ONCE})`).all()
  return before - countFree()
}

/** The file is its owner's alone, whatever its folder allows; SQLite makes the files beside it in the same mode. */
function keepToOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600)
}

/** The write-ahead log of a SQLite database, as far as the disk is concerned. */
interface WriteAheadLog {
  /**
   * Resolves when everything that was committed before the call is on the disk; rejects where nobody would find it
   * there, because a file is no longer in its folder.
   */
  sync(): Promise<void>
  /** To be called when no connection is open any more: the locks of all would go. */
  close(): void
}

const GONE =
  'it was deleted, or another one put in its place, while it was open: what is written there would be lost'

/** What is written to a file without a name is gone when the last one closes it. */
function assertThere(descriptors: readonly number[]): void {
  if (descriptors.some((descriptor) => fstatSync(descriptor).nlink === 0)) throw new Error(GONE)
}

/**
 * The log beside a database in WAL mode. The file exists from the first write on and keeps its inode until the last
 * connection closes, so it is opened once, at the first sync. SQLite keeps its locks on other files.
 */
function openWriteAheadLog(databaseFile: string): WriteAheadLog {
  const database = openSync(databaseFile, 'r')
  let log: number | undefined
  return {
    async sync() {
      log ??= openSync(`${databaseFile}-wal`, 'r+')
      const opened = log
      await new Promise<void>((resolve, reject) => {
        fdatasync(opened, (error) => (error ? reject(error) : resolve()))
      })
      assertThere([database, opened])
    },
    close() {
      for (const descriptor of [database, log]) if (descriptor !== undefined) closeSync(descriptor)
      log = undefined
    },
  }
}

/** Where the file is, and how long lists are read. */
export interface SqlitePlace {
  file: string
  /** The program of a reader thread; the source beside this one unless the product is bundled. */
  readerThread?: string | undefined
  /** Longest time of a list, count or search, in milliseconds. */
  longReadMs?: number | undefined
  /** A database of at most so many bytes has no long reads. */
  smallBytes?: number | undefined
  /** Told once when the disk failed: nothing is written any more until the file is opened anew, by another process. */
  onFault?: ((error: unknown) => void) | undefined
}

/** What a scan of all of it reads in a millisecond or two; a thread would take 20 MB of memory for it. */
const SMALL_BYTES = 2 * 2 ** 20

/** Tells whether a database is small, until it is not. */
function watchSize(database: DatabaseSync, smallBytes: number): () => boolean {
  const size = database.prepare(
    'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  )
  let isSmall = smallBytes > 0
  return () => {
    isSmall &&= Number(size.get()?.bytes) <= smallBytes
    return isSmall
  }
}

/** Inside a transaction the setting would be left as it is, and nobody told. */
function setForeignKeys(database: DatabaseSync, setting: 'on' | 'off'): void {
  database.exec(`pragma foreign_keys = ${setting}`)
  const isOn = database.prepare('pragma foreign_keys').get()?.foreign_keys === 1
  if (isOn !== (setting === 'on'))
    throw new RunnelError('internal', `The checks of foreign keys could not be turned ${setting}.`)
}

/**
 * SQLite in a file: one connection writes, in groups that share a commit, another one reads and never waits for it;
 * what may look at many rows is read by threads, once there are many.
 * Every write that resolves is durable, as with `synchronous=FULL`; only the wait for the disk is ours and does not
 * hold up the process (see docs/decisions/sqlite-durability.md).
 */
export function createSqliteAdapter(place: SqlitePlace): DatabaseAdapter {
  const { file, readerThread = READER_THREAD, longReadMs = LONG_READ_MS, smallBytes = SMALL_BYTES } = place
  keepToOwner(file)
  const writing = new DatabaseSync(file)
  writing.exec(WRITER_SETTINGS)
  const reading = new DatabaseSync(file, { readOnly: true })
  reading.exec(READER_SETTINGS)
  for (const database of [writing, reading]) addSqliteFunctions(database)

  const writerStatements = cacheStatements(writing)
  const readerStatements = cacheStatements(reading)
  const threads = createReaderThreads({ file, entry: readerThread, deadlineMs: longReadMs })
  const writer = createKysely(createSqliteConnection(writerStatements), DIALECT)
  const reader = createKysely(createSqliteConnection(readerStatements), DIALECT)
  const longReader = createKysely(createReadingConnection(threads.read), DIALECT)
  const isSmall = watchSize(reading, smallBytes)
  const run = (sql: string) => {
    const statement = writing.prepare(sql)
    return () => void statement.run()
  }
  // From here on nobody waits for another program's lock with the thread in his hands: groups try again.
  writing.exec('pragma busy_timeout = 0')
  const log = openWriteAheadLog(file)
  const groups = createGroupCommit({
    begin: run('begin immediate'),
    savepoint: run('savepoint "work"'),
    release: run('release "work"'),
    rollbackToSavepoint: run('rollback to "work"'),
    commit: run('commit'),
    rollback: run('rollback'),
    isInTransaction: () => writing.isTransaction,
    sync: log.sync,
    onFault: place.onFault ?? (() => {}),
  })

  return {
    capabilities: {
      rowLevelSecurity: false,
      rowLocks: false,
      sharedByProcesses: false,
      readsIndexedExpressions: true,
      lowersAsciiAlone: false,
    },
    reader: () => reader,
    longReader: () => (reading.isOpen && isSmall() ? reader : longReader),
    write: (_scope, work) => groups.run(() => work(writer)),
    async changeSchema(work) {
      try {
        // A table that is made anew would take along all that refers to it, when the old one is dropped.
        await groups.idle()
        setForeignKeys(writing, 'off')
        return await groups.run(() => work(writer))
      } finally {
        await groups.idle()
        setForeignKeys(writing, 'on')
        writerStatements.forget()
        readerStatements.forget()
        threads.forget()
      }
    },
    releaseSpace: () => groups.run(async () => releasePages(writing)),
    async close() {
      await groups.idle()
      await threads.close()
      const opened = [reading, writing].filter((database) => database.isOpen)
      for (const database of opened) database.close()
      if (opened.length > 0) log.close()
    },
  }
}
