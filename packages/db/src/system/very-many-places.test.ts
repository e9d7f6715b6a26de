import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { openAdapter } from '../adapters/open-adapter.ts'
import { createTestDatabase, statementsOf, type TestDatabase } from '../testing.ts'

const PLACES = 3_000
const AT_ONCE = 500

/** PostgreSQL chooses by what it knows of the rows, so there are many, and they are counted. */
let testing: TestDatabase
let adapter: DatabaseAdapter
beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  adapter = await openAdapter(testing.options)
  const { organizationId, userId } = testing
  const roles = await testing.database.organization(organizationId).read.listBuiltInRoles()
  const roleId = roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  await adapter.write({ kind: 'system' }, async (db) => {
    for (let from = 0; from < PLACES; from += AT_ONCE) {
      const rooms = Array.from({ length: AT_ONCE }, (_, at) => ({
        id: randomUUID(),
        organizationId,
        name: `Room ${from + at}`,
        description: null,
        createdAt: 1,
        updatedAt: 1,
      }))
      await db.insertInto('workspaces').values(rooms).execute()
      await db
        .insertInto('workspaceMembers')
        .values(
          rooms.map(({ id: workspaceId }) => ({ workspaceId, organizationId, userId, roleId, createdAt: 1 })),
        )
        .execute()
    }
  })
  await insertOthers({ organizationId, roleId })
  // After this, what stands in an index alone is taken from there; it runs in no transaction.
  if (testing.options.kind !== 'postgres') throw new Error('This needs PostgreSQL.')
  const client = new Client({ connectionString: testing.options.url })
  await client.connect()
  await client.query('vacuum analyze "workspaces", "workspaceMembers"')
  await client.end()
})
afterAll(async () => {
  await adapter.close()
  await testing.drop()
})

/** People with one place each: so the database takes it that everybody has few. */
async function insertOthers({ organizationId, roleId }: { organizationId: string; roleId: string }) {
  const { workspaceId } = testing
  await adapter.write({ kind: 'system' }, async (db) => {
    for (let from = 0; from < PLACES; from += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, () => randomUUID())
      const account = { passwordHash: null, status: 'active', createdAt: 1, updatedAt: 1 } as const
      await db
        .insertInto('users')
        .values(ids.map((id) => ({ id, email: `${id}@example.com`, name: 'Someone', ...account })))
        .execute()
      await db
        .insertInto('workspaceMembers')
        .values(ids.map((userId) => ({ workspaceId, organizationId, userId, roleId, createdAt: 1 })))
        .execute()
    }
  })
}

test('one place of somebody is found without going through the others', async () => {
  const { accounts } = testing.database.system
  const { userId, workspaceId } = testing
  const [text = ''] = await statementsOf(() => accounts.findEnteredPlace(userId, workspaceId))
  expect(text).toContain('"workspaceMembers"')
  const plan = await adapter.write({ kind: 'system' }, async (db) => {
    const run = (statement: string) =>
      db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, []))
    // As the database plans for whoever asks, once a statement was prepared and asked some times.
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare "placeOfSomebody" as ${text}`)
    const asked = `execute "placeOfSomebody" ('${userId}', 'active', '${workspaceId}')`
    const { rows } = await run(`explain (format json) ${asked}`)
    await run('deallocate "placeOfSomebody"')
    return JSON.stringify(rows)
  })
  expect(plan).toContain('"workspaceMembersByPerson"')
  expect(plan).not.toContain('"workspaceMembersOfUser"')
  expect(await accounts.findEnteredPlace(userId, workspaceId)).toMatchObject({ workspaceId })
})

test('the organisations of somebody are found without going through their workspaces', async () => {
  const { accounts } = testing.database.system
  const [text = ''] = await statementsOf(() => accounts.findEnteredOrganizations(testing.userId))
  expect(text).toContain('"workspaceMembers"')
  const explain = CompiledQuery.raw(`explain (format json) ${text}`, [testing.userId, 'active'])
  const { rows } = await adapter.reader({ kind: 'system' }).executeQuery<Record<string, unknown>>(explain)
  const plan = JSON.stringify(rows)
  expect(plan).toContain('"Index Cond"')
  expect(plan).not.toMatch(/"Node Type":\s*"(?:Hash Join|Merge Join)"/)
  expect(plan).not.toMatch(/"Seq Scan"[^}]*"Relation Name":\s*"workspaces"/)
  expect(await accounts.findEnteredOrganizations(testing.userId)).toHaveLength(1)
})
