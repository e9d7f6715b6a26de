import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { allMigrations } from './all-migrations.ts'

/** Brings the schema to the named migration, forward or backward; `latest` or `none` to either end. */
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
    if (error) throw error
  })
}

async function runTo(migrator: Migrator, target: string) {
  if (target === 'latest') return migrator.migrateToLatest()
  return migrator.migrateTo(target === 'none' ? NO_MIGRATIONS : target)
}
