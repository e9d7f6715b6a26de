import { sql } from 'kysely'
import { APPLICATION_ROLE } from '../adapters/postgres-adapter.ts'
import type { SchemaMigration } from './migration.ts'
import { secureTable } from './row-security.ts'

/** What can be shared: its table, the column of a share that names it, the view of what a workspace may use, and its columns. */
const kinds = [
  {
    table: 'credentials',
    column: 'credentialId',
    view: 'usableCredentials',
    columns: ['id', 'name', 'credentialName', 'sealed', 'revision', 'createdAt', 'updatedAt'],
  },
  {
    table: 'customTemplates',
    column: 'templateId',
    view: 'usableTemplates',
    columns: [
      'id',
      'name',
      'description',
      'badge',
      'usecases',
      'type',
      'content',
      'nodeTypes',
      'createdAt',
      'updatedAt',
    ],
  },
] as const

/** Only what is the sharing workspace's own can stand in a share: the item is named together with its workspace. */
const statements = [
  ...kinds.map(({ table }) => `create unique index "${table}ByOwner" on "${table}" ("id", "workspaceId")`),
  `create table "workspaceShares" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "sharedWith" text not null references "workspaces" ("id") on delete cascade,
    "credentialId" text, "templateId" text, "createdAt" bigint not null,
    foreign key ("credentialId", "workspaceId") references "credentials" ("id", "workspaceId") on delete cascade,
    foreign key ("templateId", "workspaceId") references "customTemplates" ("id", "workspaceId") on delete cascade,
    check ("sharedWith" <> "workspaceId"),
    check (("credentialId" is null) <> ("templateId" is null)))`,
  `create unique index "workspaceSharesOfCredential" on "workspaceShares" ("credentialId", "sharedWith")`,
  `create unique index "workspaceSharesOfTemplate" on "workspaceShares" ("templateId", "sharedWith")`,
  `create index "workspaceSharesByOwner" on "workspaceShares" ("workspaceId")`,
  `create index "workspaceSharesByUser" on "workspaceShares" ("sharedWith")`,
]

/** In the view, the workspace of a row is the one that may use it, and its owner stands beside it. */
function viewOf({ table, column, view, columns }: (typeof kinds)[number], options: string): string {
  const of = (alias: string) => columns.map((name) => `${alias}."${name}"`).join(', ')
  return `create view "${view}" ${options} as
    select o."workspaceId", o."workspaceId" as "ownerId", ${of('o')} from "${table}" as o
    union all
    select s."sharedWith", o."workspaceId", ${of('o')}
      from "workspaceShares" as s join "${table}" as o on o."id" = s."${column}"`
}

const HERE = `(select current_setting('app.workspace', true))`

/** A share is seen from both its ends and written from its owner's; what is shared is read there, and only read. */
const policies = [
  `create policy "sharedWith" on "workspaceShares" for select using ("sharedWith" = ${HERE})`,
  ...kinds.map(
    ({ table, column }) => `create policy "shared" on "${table}" for select using (exists (
      select 1 from "workspaceShares" as s where s."${column}" = "${table}"."id" and s."sharedWith" = ${HERE}))`,
  ),
]

const grantOn = (view: string) => `do $$ begin
  if exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
    grant select on "${view}" to ${APPLICATION_ROLE};
  end if;
end $$`

/** Credentials and templates that a workspace lets others use. */
export const sharedItems: SchemaMigration = {
  async up(db, capabilities) {
    const isGuarded = capabilities.rowLevelSecurity
    for (const statement of statements) await sql.raw(statement).execute(db)
    if (isGuarded) await secureTable(db, 'workspaceShares', { workspace: 'workspaceId' })
    // A view asks with the rights of whoever reads it, so that the policies hold behind it as well.
    const options = isGuarded ? 'with (security_invoker = true)' : ''
    for (const kind of kinds) await sql.raw(viewOf(kind, options)).execute(db)
    if (!isGuarded) return
    for (const statement of [...policies, ...kinds.map(({ view }) => grantOn(view))])
      await sql.raw(statement).execute(db)
  },
  async down(db, capabilities) {
    for (const { view } of kinds) await sql.raw(`drop view "${view}"`).execute(db)
    if (capabilities.rowLevelSecurity)
      for (const { table } of kinds) await sql.raw(`drop policy "shared" on "${table}"`).execute(db)
    await sql.raw('drop table "workspaceShares"').execute(db)
    for (const { table } of kinds) await sql.raw(`drop index "${table}ByOwner"`).execute(db)
  },
}
