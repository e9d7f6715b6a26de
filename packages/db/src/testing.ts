import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openAdapter } from './adapters/open-adapter.ts'
import { APPLICATION_ROLE } from './adapters/postgres-adapter.ts'
import type { Database } from './database.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'
import { insertBuiltInRoles } from './organizations/role-rows.ts'
import { joinOrganization } from './system/people/join-organization.ts'
import { makeAccount } from './system/people/make-account.ts'
import { migratedFile, migratedTemplate } from './testing-template.ts'

export { openSilentRelay, type SilentRelay } from './adapters/silent-relay.fixture.ts'
export { statementsOf } from './adapters/watch-statements.fixture.ts'

/** The kinds of database that every behaviour is tested on. */
export const databaseKinds = ['sqlite', 'postgres'] as const

/** A kind of database. */
export type DatabaseKind = (typeof databaseKinds)[number]

const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'

/** A place where a database can be made, opened as often as wanted, and thrown away. */
export interface TestDatabasePlace {
  options: DatabaseOptions
  drop(): Promise<void>
}

/** An open database of its own for a test file, with one workspace in it. */
export interface TestDatabase {
  database: Database
  options: DatabaseOptions
  /** A workspace, an organisation and a user that exist. */
  workspaceId: string
  organizationId: string
  userId: string
  /** Closes the database and removes it. */
  drop(): Promise<void>
}

/**
 * Makes an empty place: a folder for SQLite, a database of its own on the server of `TEST_DATABASE_URL` (else
 * 127.0.0.1:5432) for PostgreSQL. It has its tables already where that is said.
 */
export async function createTestDatabasePlace(
  kind: DatabaseKind,
  { isMigrated = false }: { isMigrated?: boolean } = {},
): Promise<TestDatabasePlace> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'runnel-db-'))
    const file = join(folder, 'runnel.db')
    if (isMigrated) writeFileSync(file, await migratedFile())
    return {
      options: { kind, file },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const server = process.env.TEST_DATABASE_URL ?? DEFAULT_SERVER
  const name = `runnel_test_${randomUUID().replaceAll('-', '')}`
  const template = isMigrated ? ` template ${await migratedTemplate(server)}` : ''
  await onServer(server, `create database ${name}${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    options: { kind, url: url.href },
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Makes and opens a database for a test file; `drop` it in `afterAll`. */
export async function createTestDatabase(
  kind: DatabaseKind,
  clock?: { now?: () => number },
): Promise<TestDatabase> {
  const place = await createTestDatabasePlace(kind, { isMigrated: true })
  const database = await openDatabase({ ...place.options, now: clock?.now })
  const ids = await database.system.accounts.createFirstAdministrator({
    organization: { name: 'Test organisation' },
    workspace: { name: 'Default Workspace' },
    user: { email: `admin-${randomUUID()}@example.com`, name: 'Ada Admin', passwordHash: 'not-a-hash' },
  })
  return {
    database,
    options: place.options,
    workspaceId: ids.workspaceId,
    organizationId: ids.organizationId,
    userId: ids.userId,
    async drop() {
      await database.close()
      await place.drop()
    },
  }
}

/** Adds another workspace beside the first one and gives its id. */
export async function addTestWorkspace({
  options,
  organizationId,
}: Pick<TestDatabase, 'options' | 'organizationId'>): Promise<string> {
  const id = randomUUID()
  const adapter = await openAdapter(options)
  try {
    await adapter.write({ kind: 'system' }, (db) =>
      db
        .insertInto('workspaces')
        .values({
          id,
          organizationId,
          name: `Other ${id}`,
          description: null,
          createdAt: 0,
          updatedAt: 0,
          deletedAt: null,
        })
        .execute(),
    )
    return id
  } finally {
    await adapter.close()
  }
}

/** An account that a test adds: active, without a workspace. */
export interface TestUser {
  /** Null for somebody who belongs to none. */
  organizationId: string | null
  name: string
  email: string
  passwordHash: string | null
  isAdmin?: boolean
}

/** Adds an account to an organisation and gives its id. */
export async function addTestUser(
  { options }: Pick<TestDatabase, 'options'>,
  { organizationId, isAdmin = false, ...user }: TestUser,
): Promise<string> {
  const id = randomUUID()
  const adapter = await openAdapter(options)
  try {
    await adapter.write({ kind: 'system' }, async (db) => {
      await makeAccount(db, { id, ...user, status: 'active' }, 1)
      if (organizationId !== null)
        await joinOrganization(db, { organizationId, userId: id, isAdmin, createdAt: 1 })
    })
    return id
  } finally {
    await adapter.close()
  }
}

/** Signs somebody in, in a workspace; gives the sign-in. */
export async function addTestSignIn(
  { database }: Pick<TestDatabase, 'database'>,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<string> {
  const far = 1e15
  const tokens = {
    accessHash: randomUUID(),
    accessExpiresAt: far,
    refreshHash: randomUUID(),
    refreshExpiresAt: far,
  }
  return (await database.system.sessions.insert({ userId, workspaceId, ...tokens })).familyId
}

/** Makes an account a member of another organisation, too. */
export async function addTestMember(
  { options }: Pick<TestDatabase, 'options'>,
  member: { organizationId: string; userId: string; isAdmin: boolean },
): Promise<void> {
  const adapter = await openAdapter(options)
  try {
    await adapter.write({ kind: 'system' }, (db) => joinOrganization(db, { ...member, createdAt: 1 }))
  } finally {
    await adapter.close()
  }
}

/** Adds an organisation with its built-in roles and gives its id. */
export async function addTestOrganization({ options }: Pick<TestDatabase, 'options'>): Promise<string> {
  const id = randomUUID()
  const adapter = await openAdapter(options)
  try {
    await adapter.write({ kind: 'system' }, async (db) => {
      await db
        .insertInto('organizations')
        .values({ id, name: `Other ${id}`, createdAt: 1 })
        .execute()
      await insertBuiltInRoles(db, { organizationId: id, at: 1, idOf: () => randomUUID() })
    })
    return id
  } finally {
    await adapter.close()
  }
}

/** Everything that lies in a database, as somebody reads it who took it away: the files, or the text of all rows. */
export async function dumpDatabase(options: DatabaseOptions): Promise<string> {
  if (options.kind === 'sqlite') {
    const files = ['', '-wal'].map((end) => `${options.file}${end}`).filter((file) => existsSync(file))
    return files.map((file) => readFileSync(file, 'utf8')).join('\n')
  }
  return withClient(options.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_catalog|information_schema)$'",
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(name, ...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  })
}

/** How many rows name a workspace, of each table that has some. */
export async function countRowsOfWorkspace(
  options: DatabaseOptions,
  workspaceId: string,
): Promise<Record<string, number>> {
  const counts = await countRowsOfTenant(options, { workspaceId })
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** How many rows name a workspace or an organisation, of each table whose rows may name one. */
export async function countRowsOfTenant(
  options: DatabaseOptions,
  tenant: { workspaceId?: string; organizationId?: string },
): Promise<Record<string, number>> {
  const ids = new Map<string, string | undefined>([
    ['workspaceid', tenant.workspaceId],
    ['organizationid', tenant.organizationId],
  ])
  const adapter = await openAdapter(options)
  try {
    const reader = adapter.reader({ kind: 'system' })
    const counts: Record<string, number> = {}
    const tables = await reader.introspection.getTables()
    const places = tables.flatMap(({ name, columns }) =>
      columns.map((column) => ({
        name,
        column: column.name,
        id: ids.get(column.name.replaceAll('_', '').toLowerCase()),
      })),
    )
    for (const { name, column, id } of places) {
      if (id === undefined) continue
      const found = sql`from ${sql.table(name)} where ${sql.ref(column)} = ${id}`
      const { rows } = await sql<{ count: number | string }>`select count(*) as count ${found}`.execute(
        reader,
      )
      counts[name] = (counts[name] ?? 0) + Number(rows[0]?.count)
    }
    return counts
  } finally {
    await adapter.close()
  }
}

/**
 * How many rows of each table the role of the product sees on PostgreSQL: without a tenant, and with one that is nowhere,
 * by plain SQL beside all of our own walls.
 */
export async function countRowsOfNobody(
  options: DatabaseOptions,
  tables: readonly string[],
): Promise<[table: string, withoutTenant: number, asStranger: number][]> {
  if (options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
  return withClient(options.url, async (client) => {
    const count = async (table: string, tenant: string) => {
      await client.query(`begin; select set_config('role', '${APPLICATION_ROLE}', true),
        set_config('app.workspace', '${tenant}', true), set_config('app.organization', '${tenant}', true)`)
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from "${table}"`)
      await client.query('rollback')
      return Number(rows[0]?.count)
    }
    const counts: [string, number, number][] = []
    for (const table of tables) counts.push([table, await count(table, ''), await count(table, randomUUID())])
    return counts
  })
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}
