import { sql } from 'kysely'
import { accountTables } from './first-tables/account-tables.ts'
import { flowTables } from './first-tables/flow-tables.ts'
import { runTables } from './first-tables/run-tables.ts'
import type { SchemaMigration } from './migration.ts'
import { createApplicationRole, secureTable } from './row-security.ts'

const statements = [...accountTables, ...flowTables, ...runTables]

/** In the order of their making; rows point only backward in it. */
const tables = statements.flatMap((statement) => {
  const table = /^create table "(\w+)"/.exec(statement)?.[1]
  return table === undefined ? [] : [{ table, isTenant: statement.includes('"workspaceId"') }]
})

/** All tables of the first release, with row-level security from the start. */
export const firstTables: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    await createApplicationRole(db)
    for (const { table, isTenant } of tables) await secureTable(db, table, isTenant ? 'tenant' : 'system')
  },
  async down(db) {
    for (const { table } of tables.toReversed()) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
