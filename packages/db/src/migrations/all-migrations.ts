import { firstTables } from './0001-first-tables.ts'
import { sessionRules } from './0002-session-rules.ts'
import type { SchemaMigration } from './migration.ts'

/** Every migration by its numbered name, oldest first. A released one is never changed. */
export const allMigrations: Readonly<Record<string, SchemaMigration>> = {
  '0001-first-tables': firstTables,
  '0002-session-rules': sessionRules,
}
