import { errorMessage, RunnelError } from '@runnel/contract'
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { allMigrations } from './all-migrations.ts'

/**
 * Brings the schema to the named migration, forward or backward; `latest` or `none` to either end. What cannot be done
 * whole is not done at all. @throws RunnelError `unavailable` for a schema of a newer version, or one left halfway
 */
export async function migrate(adapter: DatabaseAdapter, target: string): Promise<void> {
  const migrations: Record<string, Migration> = {}
  for (const [name, migration] of Object.entries(allMigrations)) {
    migrations[name] = {
      up: (db) => migration.up(db, adapter.capabilities),
      down: (db) => migration.down(db, adapter.capabilities),
    }
  }
  await adapter.changeSchema(async (db) => {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableName: 'migrations',
      migrationLockTableName: 'migrationLock',
    })
    const { error } = await runTo(migrator, target)
    if (error) throw misfit(error) ?? error
  })
}

/** SQLite's code for a statement that does not fit the tables, and PostgreSQL's for what is there already or missing. */
const MISFITS = new Set<unknown>([1, '42P07', '42701', '42710', '42P01', '42703', '42704'])

/** What a schema is that these migrations do not fit; undefined for faults of another kind. */
function misfit(error: unknown): RunnelError | undefined {
  const words = errorMessage(error)
  if (words.startsWith('corrupted migrations')) {
    return new RunnelError(
      'unavailable',
      `This database was written by a newer version of Runnel (${words}). Start that version, or restore a backup from before it. Nothing was changed.`,
      { cause: error },
    )
  }
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (!MISFITS.has(errcode ?? code)) return undefined
  return new RunnelError(
    'unavailable',
    `The tables of this database were left halfway through a change, or changed by hand (${words}). Restore a backup, or name another database. Nothing was changed.`,
    { cause: error },
  )
}

async function runTo(migrator: Migrator, target: string) {
  if (target === 'latest') return migrator.migrateToLatest()
  return migrator.migrateTo(target === 'none' ? NO_MIGRATIONS : target)
}
