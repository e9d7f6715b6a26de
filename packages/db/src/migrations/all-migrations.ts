import { firstTables } from './0001-first-tables.ts'
import { repairsOfImports } from './0002-repairs-of-imports.ts'
import { deadlinesOfWaits } from './0003-deadlines-of-waits.ts'
import { idleTimesOfRuns } from './0004-idle-times-of-runs.ts'
import type { SchemaMigration } from './migration.ts'

/** Every migration by its numbered name, oldest first. A released one is never changed. */
export const allMigrations: Readonly<Record<string, SchemaMigration>> = {
  '0001-first-tables': firstTables,
  '0002-repairs-of-imports': repairsOfImports,
  '0003-deadlines-of-waits': deadlinesOfWaits,
  '0004-idle-times-of-runs': idleTimesOfRuns,
}
