import { sql } from 'kysely'
import { accountTables } from './first-tables/account-tables.ts'
import { contentTables } from './first-tables/content-tables.ts'
import { flowTables } from './first-tables/flow-tables.ts'
import { runTables } from './first-tables/run-tables.ts'
import type { SchemaMigration } from './migration.ts'
import { createApplicationRole, type RowOwners, secureTable } from './row-security.ts'

const statements = [...accountTables, ...flowTables, ...runTables, ...contentTables]

/** Whose rows a table holds: the columns that name a workspace or an organisation. */
function ownersOf(table: string, statement: string): RowOwners {
  const workspace = statement.includes('"workspaceId"') ? 'workspaceId' : undefined
  if (table === 'organizations') return { organization: 'id' }
  return { workspace, organization: statement.includes('"organizationId"') ? 'organizationId' : undefined }
}

/** In the order of their making; rows point only backward in it. */
const tables = statements.flatMap((statement) => {
  const table = /^create table "(\w+)"/.exec(statement)?.[1]
  return table === undefined ? [] : [{ table, owners: ownersOf(table, statement) }]
})

/** All tables of the first release, with row-level security from the start. */
export const firstTables: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (!capabilities.rowLevelSecurity) return
    await createApplicationRole(db)
    for (const { table, owners } of tables) await secureTable(db, table, owners)
  },
  async down(db) {
    for (const { table } of tables.toReversed()) await sql.raw(`drop table "${table}"`).execute(db)
  },
}
