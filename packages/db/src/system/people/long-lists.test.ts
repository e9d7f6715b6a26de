import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../../adapters/adapter.ts'
import { openAdapter } from '../../adapters/open-adapter.ts'
import { createActivityReader } from '../../audit/activity-reader.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing.ts'
import { createMemberReader, type MemberQuery } from './member-reader.ts'

/** More than from where on lists are read by their accounts. */
const PEOPLE = 1_500
const ODD = 'Grace'

describe.each(databaseKinds)('lists of %s with many people', (kind) => {
  let testing: TestDatabase
  let adapter: DatabaseAdapter
  const statements: RootOperationNode[] = []

  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    adapter = await openAdapter(testing.options)
    const { organizationId, workspaceId } = testing
    const roles = await testing.database.organization(organizationId).read.listBuiltInRoles()
    const roleId = roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
    const ids = Array.from(
      { length: PEOPLE },
      (_, at) => `00000001-0000-4000-8000-${String(at).padStart(12, '0')}`,
    )
    const mixed = (at: number) => (at * 7_919) % 10_007
    await adapter.write({ kind: 'system' }, async (db) => {
      for (let from = 0; from < PEOPLE; from += 300) {
        const part = ids.slice(from, from + 300).map((id, index) => ({ id, at: from + index + 1 }))
        const users = part.map(({ id, at }) => ({
          id,
          email: `person${mixed(at)}@example.com`,
          name: `${at % 3 === 0 ? ODD : 'Linus'} ${mixed(at)}`,
          passwordHash: 'x',
          status: at % 100 === 0 ? ('invited' as const) : ('active' as const),
          createdAt: at,
          updatedAt: at,
        }))
        const own = { organizationId, createdAt: 0 }
        await db.insertInto('users').values(users).execute()
        await db
          .insertInto('organizationMembers')
          .values(
            part.map(({ id, at }) => ({
              ...own,
              userId: id,
              isAdmin: false,
              status: at % 70 === 0 ? ('disable' as const) : ('active' as const),
              createdAt: at,
              lastLoginAt: mixed(at),
            })),
          )
          .execute()
        await db
          .insertInto('workspaceMembers')
          .values(part.map(({ id, at }) => ({ ...own, userId: id, workspaceId, roleId, createdAt: at })))
          .execute()
      }
    })
  })
  afterAll(async () => {
    await adapter.close()
    await testing.drop()
  })
  beforeEach(() => {
    statements.length = 0
  })

  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const watched = (): Kysely<DatabaseSchema> => adapter.longReader({ kind: 'system' }).withPlugin(watch)
  const people = () =>
    createMemberReader({ reader: watched, longReader: watched } as Parameters<typeof createMemberReader>[0])
  const everybody = async (query: MemberQuery) => {
    const all: string[] = []
    for (let page = 1; ; page++) {
      const { rows } = await people().list(testing.organizationId, { ...query, page })
      all.push(...rows.map(({ userId }) => userId))
      if (rows.length < 200) return all
    }
  }
  /** How SQLite goes through the statement that reads a page. */
  async function planOfPage(): Promise<string> {
    const page = statements.find((node) => 'orderBy' in node && node.orderBy !== undefined)
    if (!page) throw new Error('no page was read')
    const db = adapter.longReader({ kind: 'system' })
    const { sql: text, parameters } = db.getExecutor().compileQuery(page, { queryId: 'plan' })
    const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(plan)
    return rows.map(({ detail }) => detail).join('\n')
  }

  test.each<MemberQuery>([
    {},
    { sort: 'name' },
    { sort: 'email' },
    { sort: 'lastLogin' },
    { search: ODD },
    { search: ODD, sort: 'name' },
    { search: 'person7' },
    { status: 'invited' },
    { status: 'disable' },
    { status: 'active' },
    { status: 'active', sort: 'name' },
  ])('give everybody once, in the wanted order: %o', async (query) => {
    const { total } = await people().list(testing.organizationId, query)
    expect(statements.length).toBeLessThanOrEqual(5)
    const ids = await everybody(query)
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
    const places = await people().listPlaces(testing.organizationId, {
      workspaceId: testing.workspaceId,
      ...query,
    })
    if (query.search) expect(places.total).toBe(total)
    const members = await people().list(testing.organizationId, query)
    // Who never signed in stands at the one end or the other, as the database has it.
    const signedIn = members.rows.filter(({ lastLoginAt }) => lastLoginAt !== null)
    const keys = signedIn.map(({ name, email, lastLoginAt, createdAt }) => {
      if (query.sort === 'name') return name.toLowerCase()
      if (query.sort === 'email') return email
      return query.sort === 'lastLogin' ? (lastLoginAt ?? 0) : createdAt
    })
    const rising = keys.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
    const falls = query.sort === 'lastLogin' || query.sort === 'email' || query.sort === undefined
    expect(keys).toEqual(falls ? rising.toReversed() : rising)
  })

  test('hold the same people once there are accounts that belong to others', async () => {
    const before = await everybody({ sort: 'name' })
    const stranger = {
      id: randomUUID(),
      email: 'stranger@example.org',
      name: 'A stranger',
      passwordHash: 'x',
    }
    await adapter.write({ kind: 'system' }, (db) =>
      db
        .insertInto('users')
        .values({ ...stranger, status: 'active', createdAt: 1, updatedAt: 1 })
        .execute(),
    )
    const { total } = await people().list(testing.organizationId, { sort: 'name' })
    expect([await everybody({ sort: 'name' }), total]).toEqual([before, before.length])
  })

  test('read no more than five statements for places, whatever is asked', async () => {
    const { organizationId, workspaceId } = testing
    for (const query of [{}, { sort: 'name' }, { search: ODD }, { search: 'person7', sort: 'email' }]) {
      statements.length = 0
      await people().listPlaces(organizationId, { workspaceId, page: 3, limit: 50, ...query })
      expect(statements.length).toBeLessThanOrEqual(5)
    }
  })

  // PostgreSQL chooses by what it knows of the rows, which in a test are few.
  if (kind !== 'sqlite') return

  test('go through accounts in the order of an index', async () => {
    for (const [sort, index] of [
      ['name', 'usersByName'],
      ['lastLogin', 'organizationMembersByLogin'],
      ['email', 'usersByEmail'],
    ]) {
      statements.length = 0
      await people().list(testing.organizationId, { sort, page: 1, limit: 50 })
      const plan = await planOfPage()
      expect(plan).toContain(index)
      expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY')
    }
  })

  test('search accounts, and the audit log, in an index alone', async () => {
    await people().list(testing.organizationId, { search: 'person77@', page: 1, limit: 50 })
    expect(await planOfPage()).toContain('COVERING INDEX usersByName')
    statements.length = 0
    const { organizationId } = testing
    const held = watched() as unknown as Parameters<typeof createActivityReader>[0]['longReads']
    const log = createActivityReader(
      {
        longReads: {
          selectFrom: ((table: 'auditEntries') =>
            held.selectFrom(table).where('organizationId', '=', organizationId)) as typeof held.selectFrom,
        } as typeof held,
      },
      { readsIndexedExpressions: true },
    )
    await log.audit({ search: 'person77@', page: 1, limit: 50 })
    expect(await planOfPage()).toContain('COVERING INDEX auditEntriesByText')
    statements.length = 0
    await log.audit({ actions: ['role.updated'], page: 1, limit: 50 })
    expect(await planOfPage()).toContain('COVERING INDEX auditEntriesByAction')
    statements.length = 0
    await log.signIns({ codes: [-2], page: 1, limit: 50 })
    expect(await planOfPage()).toContain('COVERING INDEX loginActivitiesByCode')
    for (const codes of [undefined, [-2]]) {
      statements.length = 0
      await log.signIns({ search: 'person77@', codes, page: 1, limit: 50 })
      expect(await planOfPage()).toMatch(/COVERING INDEX loginActivitiesBy(Text|Code)/)
    }
  })
})
