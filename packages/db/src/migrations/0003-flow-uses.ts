import type { FlowUse } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import { describeDocument } from '../flows/describe-document.ts'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

/** Documents may be large: few are in memory at once. */
const FLOWS_AT_ONCE = 20

/** The tables as they stand at this migration. */
interface Tables {
  flows: { id: string; workspaceId: string; headVersionId: string; publishedVersionId: string | null }
  flowVersions: { id: string; document: string }
  flowUses: FlowUse & { flowId: string; workspaceId: string }
}

const statements = [
  `create table "flowUses" (
    "flowId" text not null, "workspaceId" text not null, "kind" text not null, "target" text not null,
    primary key ("flowId", "kind", "target"),
    foreign key ("flowId", "workspaceId") references "flows" ("id", "workspaceId") on delete cascade)`,
  `create index "flowUsesByTarget" on "flowUses" ("workspaceId", "kind", "target")`,
  ...['credentials', 'variables'].flatMap((table) => [
    `drop index "${table}ByWorkspace"`,
    `create index "${table}ByTime" on "${table}" ("workspaceId", "updatedAt")`,
  ]),
]

/** Which credentials and variables flows use, and the order in which lists of these are read. */
export const flowUses: SchemaMigration = {
  async up(db, capabilities) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (capabilities.rowLevelSecurity) await secureTable(db, 'flowUses', { workspace: 'workspaceId' })
    await fillInUses(db)
  },
  async down(db) {
    for (const table of ['credentials', 'variables']) {
      await sql.raw(`drop index "${table}ByTime"`).execute(db)
      await sql.raw(`create index "${table}ByWorkspace" on "${table}" ("workspaceId")`).execute(db)
    }
    await sql.raw(`drop table "flowUses"`).execute(db)
  },
}

/** What the flows use that are there already, by their saved and their published versions; what is known stays. */
export async function fillInUses(anyDb: Kysely<unknown>): Promise<void> {
  const db = anyDb as unknown as Kysely<Tables>
  for (let last = ''; ; ) {
    const flows = await db
      .selectFrom('flows')
      .select(['id', 'workspaceId', 'headVersionId', 'publishedVersionId'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(FLOWS_AT_ONCE)
      .execute()
    for (const flow of flows) await fillInOne(db, flow)
    const end = flows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

async function fillInOne(db: Kysely<Tables>, flow: Tables['flows']): Promise<void> {
  const versions = await db
    .selectFrom('flowVersions')
    .select('document')
    .where('id', 'in', [flow.headVersionId, flow.publishedVersionId ?? flow.headVersionId])
    .execute()
  const uses = versions.flatMap(({ document }) => describeDocument(document).uses)
  if (uses.length === 0) return
  const rows = uses.map((use) => ({ ...use, flowId: flow.id, workspaceId: flow.workspaceId }))
  await db
    .insertInto('flowUses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
