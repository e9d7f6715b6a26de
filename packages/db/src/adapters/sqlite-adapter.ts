import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { createFixedConnectionDriver } from './fixed-connection-driver.ts'
import { createGroupCommit } from './group-commit.ts'
import { createSqliteConnection } from './sqlite-connection.ts'
import { type CachedStatements, cacheStatements } from './sqlite-statements.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

const WRITER_SETTINGS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma cache_size = -16000;`
const READER_SETTINGS = `
  pragma busy_timeout = 5000;
  pragma temp_store = memory;
  pragma cache_size = -16000;`

/** Statements are synchronous, so Kysely need not queue for the connection. */
class UnqueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createKysely(statements: CachedStatements): Kysely<DatabaseSchema> {
  const connection = createSqliteConnection(statements)
  return new Kysely<DatabaseSchema>({
    dialect: {
      createAdapter: () => new UnqueuedSqliteAdapter(),
      createDriver: () => createFixedConnectionDriver(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** SQLite's own `lower` knows only ASCII; searching a name must not. */
function replaceLower(database: DatabaseSync): void {
  database.function('lower', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
}

/** PostgreSQL's `translate`: each character of `from` becomes the one at its place in `to`. */
function addTranslate(database: DatabaseSync): void {
  const maps = new Map<string, Map<string, string>>()
  const mapOf = (from: string, to: string) => {
    const key = JSON.stringify([from, to])
    const map = maps.get(key) ?? new Map([...from].map((letter, index) => [letter, [...to][index] ?? '']))
    maps.set(key, map)
    return map
  }
  database.function('translate', { deterministic: true }, (value, from, to) => {
    if (typeof value !== 'string') return value
    const map = mapOf(String(from), String(to))
    return [...value].map((letter) => map.get(letter) ?? letter).join('')
  })
}

/**
 * SQLite in a file: one connection writes, in groups that share a commit, another one reads and never waits for it.
 * Every write that resolves is durable, as with `synchronous=FULL`; only the wait for the disk is ours and does not
 * hold up the process (see docs/decisions/sqlite-durability.md).
 */
export function createSqliteAdapter(file: string): DatabaseAdapter {
  const writing = new DatabaseSync(file)
  writing.exec(WRITER_SETTINGS)
  const reading = new DatabaseSync(file, { readOnly: true })
  reading.exec(READER_SETTINGS)
  for (const database of [writing, reading]) {
    replaceLower(database)
    addTranslate(database)
  }

  const writerStatements = cacheStatements(writing)
  const readerStatements = cacheStatements(reading)
  const writer = createKysely(writerStatements)
  const reader = createKysely(readerStatements)
  const run = (sql: string) => {
    const statement = writing.prepare(sql)
    return () => void statement.run()
  }
  const log = openWriteAheadLog(file)
  const groups = createGroupCommit({
    begin: run('begin immediate'),
    savepoint: run('savepoint "work"'),
    release: run('release "work"'),
    rollbackToSavepoint: run('rollback to "work"'),
    commit: run('commit'),
    rollback: run('rollback'),
    sync: log.sync,
  })

  return {
    capabilities: { rowLevelSecurity: false, rowLocks: false, sharedByProcesses: false },
    reader: () => reader,
    write: (_scope, work) => groups.run(() => work(writer)),
    async changeSchema(work) {
      try {
        return await groups.run(() => work(writer))
      } finally {
        writerStatements.forget()
        readerStatements.forget()
      }
    },
    async close() {
      await groups.idle()
      log.close()
      for (const database of [reading, writing]) if (database.isOpen) database.close()
    },
  }
}
