import { randomUUIDv7 } from 'node:crypto'
import { isJsonObject } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import type { SchemaMigration } from './migration.ts'
import { rebuildTable } from './rebuild-table.ts'

/** The tables as they stand at this migration, as far as it reads and writes them. */
interface Tables {
  users: {
    id: string
    email: string
    name: string
    passwordHash: string | null
    status: string
    createdAt: number
    updatedAt: number
    lastLoginAt: number | null
    lastWorkspaceId: string | null
    organizationId: string | null
  }
  organizationMembers: {
    organizationId: string
    userId: string
    isAdmin: boolean
    status: string
    createdAt: number
  }
  workspaceMembers: {
    workspaceId: string
    organizationId: string
    userId: string
    roleId: string
    createdAt: number
    isByGroup: boolean
  }
  scimUsers: { id: string; organizationId: string; userId: string }
  scimGroupMembers: { scimUserId: string }
  workspaces: { id: string; organizationId: string; deletedAt: number | null }
  roles: { id: string; organizationId: string }
  oneTimeTokens: {
    hash: string
    purpose: string
    userId: string
    data: string | null
    expiresAt: number
    usedAt: number | null
    createdAt: number
  }
}

type Db = Kysely<Tables>

const columns = [
  'id',
  'email',
  'name',
  'passwordHash',
  'status',
  'createdAt',
  'updatedAt',
  'lastLoginAt',
  'lastWorkspaceId',
]
const owner = `"organizationId" text references "organizations" ("id") on delete cascade`
const definition = (ofEmail: string) => `"id" text primary key, "email" text not null${ofEmail},
  "name" text not null, "passwordHash" text, "status" text not null, "createdAt" bigint not null,
  "updatedAt" bigint not null, "lastLoginAt" bigint, "lastWorkspaceId" text`

const indexes: Record<string, string> = {
  // The order of a list by address, and the way to all that an address is.
  usersByEmail: `index "usersByEmail" on "users" ("email", "id")`,
  accountsByEmail: `unique index "accountsByEmail" on "users" ("email") where "organizationId" is null`,
  placeholdersByEmail: `unique index "placeholdersByEmail" on "users" ("organizationId", "email") where "organizationId" is not null`,
}

/** Who was invited is a placeholder of the organisation that invited them; an address is an account's, and each one's. */
export const placeholders: SchemaMigration = {
  async up(anyDb, { rowLevelSecurity }) {
    const db = anyDb as unknown as Db
    const run = (text: string) => sql.raw(text).execute(db)
    if (rowLevelSecurity) {
      await run(`alter table "users" drop constraint "users_email_key"`)
      await run(`alter table "users" add column ${owner}`)
    } else await rebuildTable(anyDb, 'users', { definition: `${definition('')}, ${owner}`, columns })
    await tieInvited(db)
    await splitInvited(db)
    await tieAsked(db)
    for (const index of Object.values(indexes)) await run(`create ${index}`)
  },
  async down(anyDb, { rowLevelSecurity }) {
    const db = anyDb as unknown as Db
    const run = (text: string) => sql.raw(text).execute(db)
    await withdrawAsked(db)
    await joinInvited(db)
    for (const name of Object.keys(indexes)) await run(`drop index "${name}"`)
    if (rowLevelSecurity) {
      await run(`alter table "users" drop column "organizationId"`)
      await run(`alter table "users" add constraint "users_email_key" unique ("email")`)
    } else await rebuildTable(anyDb, 'users', { definition: definition(' unique'), columns })
  },
}

/**
 * Who waits is of the organisation that they came to last: it gave the link that still works. Who waits for none, and holds
 * an address that nobody could ever use, goes.
 */
async function tieInvited(db: Db): Promise<void> {
  const lost = db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'invited')
    .where('id', 'not in', db.selectFrom('organizationMembers').select('userId'))
  await removeUsers(
    db,
    (await lost.execute()).map(({ id }) => id),
  )
  await sql`update "users" set "organizationId" = (select "organizationId" from "organizationMembers" as "member"
    where "member"."userId" = "users"."id" order by "createdAt" desc, "organizationId" desc limit 1)
    where "status" = 'invited'`.execute(db)
}

/** Who waits in further organisations gets a placeholder in each. */
async function splitInvited(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('organizationMembers', 'organizationMembers.userId', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.createdAt', 'users.updatedAt'])
    .select('organizationMembers.organizationId')
    .where('users.status', '=', 'invited')
    .whereRef('organizationMembers.organizationId', '<>', 'users.organizationId')
    .execute()
  for (const { id: from, ...row } of rows) {
    const to = await insertPlaceholder(db, row)
    await moveMember(db, { organizationId: row.organizationId, from, to })
  }
}

async function insertPlaceholder(
  db: Db,
  row: Pick<Tables['users'], 'organizationId' | 'email' | 'name' | 'createdAt' | 'updatedAt'>,
): Promise<string> {
  const id = randomUUIDv7()
  const unknown = { passwordHash: null, lastLoginAt: null, lastWorkspaceId: null }
  await db
    .insertInto('users')
    .values({ id, ...row, ...unknown, status: 'invited' })
    .execute()
  return id
}

async function moveMember(
  db: Db,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<void> {
  const member = await db
    .selectFrom('organizationMembers')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('userId', '=', from)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('organizationMembers')
    .values({ ...member, userId: to })
    .execute()
  for (const table of ['scimUsers', 'workspaceMembers'] as const)
    await db
      .updateTable(table)
      .set({ userId: to })
      .where('organizationId', '=', organizationId)
      .where('userId', '=', from)
      .execute()
  await db
    .deleteFrom('organizationMembers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', from)
    .execute()
}

/** An account elsewhere that is asked by a link becomes a placeholder where it is asked; the link goes on working. */
async function tieAsked(db: Db): Promise<void> {
  const asked = await db
    .selectFrom('oneTimeTokens')
    .innerJoin('users', 'users.id', 'oneTimeTokens.userId')
    .select(['oneTimeTokens.hash', 'oneTimeTokens.data', 'oneTimeTokens.createdAt'])
    .select(['users.id as accountId', 'users.email', 'users.status'])
    .where('oneTimeTokens.purpose', '=', 'invitation')
    .where('oneTimeTokens.usedAt', 'is', null)
    .where('oneTimeTokens.expiresAt', '>', Date.now())
    .where('users.organizationId', 'is', null)
    .execute()
  for (const { hash, data, createdAt, accountId, email, status } of asked) {
    const to = status === 'active' ? await findPlace(db, accountId, data) : undefined
    if (!to) {
      await db.deleteFrom('oneTimeTokens').where('hash', '=', hash).execute()
      continue
    }
    const { organizationId, workspaceId, roleId } = to
    const times = { createdAt, updatedAt: createdAt }
    const name = email.slice(0, email.indexOf('@'))
    const userId = await insertPlaceholder(db, { organizationId, email, name, ...times })
    const own = { organizationId, userId, createdAt }
    await db
      .insertInto('organizationMembers')
      .values({ ...own, isAdmin: false, status: 'active' })
      .execute()
    await db
      .insertInto('workspaceMembers')
      .values({ ...own, workspaceId, roleId, isByGroup: false })
      .execute()
    await db.updateTable('oneTimeTokens').set({ userId, data: null }).where('hash', '=', hash).execute()
  }
}

/** Where a link leads to, while there is such a place and its account is no member already. */
async function findPlace(db: Db, accountId: string, data: string | null) {
  const { to } = JSON.parse(data ?? '{}') as { to?: unknown }
  if (!isJsonObject(to)) return undefined
  const { organizationId, workspaceId, roleId } = to
  if (typeof organizationId !== 'string' || typeof workspaceId !== 'string' || typeof roleId !== 'string')
    return undefined
  const place = await db
    .selectFrom('workspaces')
    .innerJoin('roles', 'roles.organizationId', 'workspaces.organizationId')
    .select('workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .where('workspaces.deletedAt', 'is', null)
    .where('workspaces.organizationId', '=', organizationId)
    .where('roles.id', '=', roleId)
    .executeTakeFirst()
  const member = await db
    .selectFrom('organizationMembers')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', accountId)
    .executeTakeFirst()
  return place && !member ? { organizationId, workspaceId, roleId } : undefined
}

/** What the schema of before cannot hold: an invitation of who has an account. */
async function withdrawAsked(db: Db): Promise<void> {
  const asked = await db
    .selectFrom('users')
    .innerJoin('users as account', 'account.email', 'users.email')
    .select('users.id')
    .where('users.organizationId', 'is not', null)
    .where('account.organizationId', 'is', null)
    .execute()
  await removeUsers(
    db,
    asked.map(({ id }) => id),
  )
}

/** Placeholders of one address become one account that waits in all their organisations. */
async function joinInvited(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'organizationId'])
    .where('organizationId', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const first = new Map<string, string>()
  for (const { id, email, organizationId } of rows) {
    const to = first.get(email)
    if (to === undefined) first.set(email, id)
    else if (organizationId !== null) {
      await moveMember(db, { organizationId, from: id, to })
      await removeUsers(db, [id])
    }
  }
}

/** One by one, with what hangs on each: nothing is taken along where foreign keys are not looked at. */
async function removeUsers(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const records = db.selectFrom('scimUsers').select('id').where('userId', '=', id)
    await db.deleteFrom('scimGroupMembers').where('scimUserId', 'in', records).execute()
    for (const table of ['scimUsers', 'workspaceMembers', 'organizationMembers', 'oneTimeTokens'] as const)
      await db.deleteFrom(table).where('userId', '=', id).execute()
    await db.deleteFrom('users').where('id', '=', id).execute()
  }
}
