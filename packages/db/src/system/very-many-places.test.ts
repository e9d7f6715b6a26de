import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
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
  const plain = await openAdapter(testing.options)
  await plain.changeSchema(async (db) => {
    await db.executeQuery(CompiledQuery.raw('analyze "workspaces", "workspaceMembers"'))
  })
  await plain.close()
})
afterAll(async () => {
  await adapter.close()
  await testing.drop()
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
