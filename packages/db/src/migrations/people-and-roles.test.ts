import { builtInRoleNames } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { openAdapter } from '../adapters/open-adapter.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabasePlace, databaseKinds, type TestDatabasePlace } from '../testing.ts'
import { allMigrations } from './all-migrations.ts'
import { migrate } from './migrate.ts'

type Row = Record<string, string | number | boolean | null>

const id = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ACME, LONE] = [id(1, 1), id(1, 2)]
const [ADA, BOB, EVE] = [id(2, 1), id(2, 2), id(2, 3)]
const [HOME, TWIN, LATER, AWAY] = [id(3, 1), id(3, 2), id(3, 3), id(3, 4)]
const [OWNER, OPS, OPS_TOO, NARROW_ADMIN, LONE_OWNER] = [id(4, 1), id(4, 2), id(4, 3), id(4, 4), id(4, 5)]

const user = (userId: string, email: string): Row => ({
  id: userId,
  email,
  name: `Name of ${email}`,
  passwordHash: 'hash',
  status: 'active',
  createdAt: 5,
  updatedAt: 6,
  lastLoginAt: 7,
})
const workspace = (number: number, name: string, organizationId = ACME): Row => ({
  id: id(3, number),
  organizationId,
  name,
  description: `About ${name}`,
  createdAt: number,
  updatedAt: number + 1,
})
const role = (roleId: string, name: string, permissions: string[]): Row => ({
  id: roleId,
  organizationId: roleId === LONE_OWNER ? LONE : ACME,
  name,
  description: null,
  permissions: JSON.stringify(permissions),
  createdAt: 10,
})
const place = (workspaceId: string, userId: string, roleId: string): Row => ({
  workspaceId,
  organizationId: workspaceId === AWAY ? LONE : ACME,
  userId,
  roleId,
  createdAt: 20,
})
const session = (createdAt: number, userId: string, workspaceId: string): Row => ({
  id: id(6, createdAt),
  familyId: id(6, createdAt),
  userId,
  workspaceId,
  accessHash: `access ${createdAt}`,
  accessExpiresAt: 100,
  refreshHash: `refresh ${createdAt}`,
  refreshExpiresAt: 200,
  rotatedAt: null,
  successorId: null,
  endedAt: null,
  createdAt,
  signedInAt: createdAt,
  address: '10.0.0.1',
  agent: 'Browser',
  lastUsedAt: createdAt,
})

/** What an installation held before there were roles of the product, with names that were no names yet. */
const filled: Record<string, Row[]> = {
  organizations: [
    { id: ACME, name: 'Acme', createdAt: 1 },
    { id: LONE, name: 'Lone', createdAt: 2 },
  ],
  users: [user(ADA, 'ada@example.com'), user(BOB, 'bob@example.com'), user(EVE, 'eve@example.com')],
  organizationMembers: [
    { organizationId: ACME, userId: ADA, isAdmin: true, createdAt: 3 },
    { organizationId: ACME, userId: BOB, isAdmin: false, createdAt: 4 },
    { organizationId: LONE, userId: EVE, isAdmin: true, createdAt: 5 },
  ],
  workspaces: [
    workspace(1, 'Default Workspace'),
    workspace(2, 'Sales'),
    workspace(3, 'SALES'),
    workspace(4, 'Sales', LONE),
  ],
  roles: [
    role(OWNER, 'owner', ['chatflows:view']),
    role(OPS, 'Ops', ['variables:view']),
    role(OPS_TOO, 'ops', ['tools:view']),
    role(NARROW_ADMIN, 'Admin', ['tools:view']),
    role(LONE_OWNER, 'owner', []),
  ],
  workspaceMembers: [
    place(HOME, ADA, OWNER),
    place(TWIN, ADA, OPS),
    place(HOME, BOB, NARROW_ADMIN),
    place(LATER, BOB, OPS_TOO),
    place(AWAY, EVE, LONE_OWNER),
  ],
  sessions: [session(30, ADA, HOME), session(40, ADA, TWIN), session(35, BOB, LATER)],
  apiKeys: [
    {
      id: id(5, 1),
      workspaceId: HOME,
      keyName: 'Site',
      keyHash: 'key hash',
      keyHint: 'abcd',
      permissions: '["chatflows:view"]',
      revision: 3,
      createdAt: 8,
      updatedAt: 9,
      lastUsedAt: 10,
      expiresAt: null,
    },
  ],
}

const BEFORE = '0011-account-life'
const newest = Object.keys(allMigrations).at(-1) ?? ''

describe.each(databaseKinds)('people and roles of before on %s', (kind) => {
  let testPlace: TestDatabasePlace
  let adapter: DatabaseAdapter
  beforeEach(async () => {
    testPlace = await createTestDatabasePlace(kind)
    adapter = await openAdapter(testPlace.options)
    await migrate(adapter, BEFORE)
    await adapter.write({ kind: 'system' }, async (anyDb) => {
      const db = anyDb as unknown as Kysely<Record<string, Row>>
      for (const [table, rows] of Object.entries(filled)) await db.insertInto(table).values(rows).execute()
    })
  })
  afterEach(async () => {
    await adapter.close()
    await testPlace.drop()
  })

  const readAll = (table: string): Promise<Row[]> =>
    adapter.write({ kind: 'system' }, async (db) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
      return rows
    })
  /** A row of before with its columns of before: what it may differ in is left out. */
  const expectKept = async (table: string, mayDiffer: string[] = []) => {
    const now = await readAll(table)
    for (const row of filled[table] ?? []) {
      const kept = Object.entries(row)
        .filter(([column]) => !mayDiffer.includes(column))
        // SQLite keeps booleans as numbers below the layer that reads them.
        .map(([column, value]) => [
          column,
          typeof value === 'boolean' ? expect.toSatisfy((now) => Boolean(now) === value) : value,
        ])
      expect(now).toContainEqual(expect.objectContaining(Object.fromEntries(kept)))
    }
    return now
  }

  test('are all there after the newest migration, and nobody may more than before', async () => {
    await migrate(adapter, newest)
    for (const table of ['organizations', 'users', 'organizationMembers', 'workspaceMembers', 'sessions'])
      expect(await expectKept(table)).toHaveLength(filled[table]?.length ?? 0)
    expect(await expectKept('workspaces', ['name'])).toHaveLength(4)
    const [key] = await expectKept('apiKeys')
    expect(key).toMatchObject({ createdBy: null })
    const roles = await expectKept('roles', ['name'])
    for (const organizationId of [ACME, LONE])
      expect(
        roles
          .filter((each) => each.organizationId === organizationId && each.builtIn !== null)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(builtInRoleNames.toSorted())
    const nameOf = (rows: Row[], rowId: string) => rows.find((row) => row.id === rowId)?.name
    expect(roles.find((each) => each.id === OWNER)).toMatchObject({ name: 'owner', builtIn: 'owner' })
    expect(nameOf(roles, OPS)).toBe('Ops')
    expect(nameOf(roles, OPS_TOO)).toBe(`ops (${OPS_TOO})`)
    expect(roles.find((each) => each.id === NARROW_ADMIN)).toMatchObject({
      name: `Admin (${NARROW_ADMIN})`,
      builtIn: null,
      permissions: '["tools:view"]',
    })
    const workspaces = await readAll('workspaces')
    expect([TWIN, LATER, AWAY].map((each) => nameOf(workspaces, each))).toEqual([
      'Sales',
      `SALES (${LATER})`,
      'Sales',
    ])
    const users = await readAll('users')
    expect(users.map(({ id: userId, lastWorkspaceId }) => [userId, lastWorkspaceId])).toEqual(
      expect.arrayContaining([
        [ADA, TWIN],
        [BOB, LATER],
        [EVE, null],
      ]),
    )
    for (const member of await readAll('organizationMembers')) expect(member.status).toBe('active')
  })

  test('are read by the layer as they were', async () => {
    await adapter.close()
    const database = await openDatabase(testPlace.options)
    const bob = await database.organization(ACME).read.findMembership(BOB)
    expect(bob).toMatchObject({ isAdmin: false })
    expect(bob.workspaces.map(({ id: workspaceId, permissions }) => [workspaceId, permissions])).toEqual([
      [HOME, ['tools:view']],
      [LATER, ['tools:view']],
    ])
    expect(await database.system.apiKeys.findByHash('key hash')).toMatchObject({
      workspaceId: HOME,
      permissions: ['chatflows:view'],
      maker: undefined,
    })
    await database.close()
    adapter = await openAdapter(testPlace.options)
  })

  test('lose nothing on the way back either', async () => {
    await migrate(adapter, newest)
    await migrate(adapter, BEFORE)
    for (const table of Object.keys(filled)) {
      const isNamed = table === 'roles' || table === 'workspaces'
      await expectKept(table, isNamed ? ['name'] : [])
    }
  })
})
