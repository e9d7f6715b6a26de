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
const [ADA, BOB, CLEO, DAN, EVE, FAY, GUS] = [1, 2, 3, 4, 5, 6, 7].map((number) => id(2, number)) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const [AT_ACME, AT_LONE] = [id(3, 1), id(3, 2)]
const [ROLE_ACME, ROLE_LONE] = [id(4, 1), id(4, 2)]
const [RECORD, GROUP] = [id(5, 1), id(5, 2)]
const FAR = 9_000_000_000_000

const user = (userId: string, name: string, status: string): Row => ({
  id: userId,
  email: `${name}@example.com`,
  name: `Name of ${name}`,
  passwordHash: status === 'invited' ? null : 'hash',
  status,
  createdAt: 5,
  updatedAt: 6,
  lastLoginAt: null,
  lastWorkspaceId: null,
})
const member = (organizationId: string, userId: string, createdAt: number): Row => ({
  organizationId,
  userId,
  isAdmin: false,
  status: 'active',
  createdAt,
})
const place = (organizationId: string, userId: string, isByGroup = false): Row => ({
  organizationId,
  workspaceId: organizationId === ACME ? AT_ACME : AT_LONE,
  roleId: organizationId === ACME ? ROLE_ACME : ROLE_LONE,
  userId,
  createdAt: 20,
  isByGroup,
})
const token = (hash: string, userId: string, data: object | null): Row => ({
  hash,
  purpose: 'invitation',
  userId,
  data: data && JSON.stringify(data),
  expiresAt: FAR,
  usedAt: null,
  createdAt: 30,
})
const toAcme = { to: { organizationId: ACME, workspaceId: AT_ACME, roleId: ROLE_ACME } }

/** Who waited before: Bob in one organisation, Cleo in two, Dan with an account elsewhere, Eve in none. */
const filled: Record<string, Row[]> = {
  organizations: [
    { id: ACME, name: 'Acme', createdAt: 1 },
    { id: LONE, name: 'Lone', createdAt: 2 },
  ],
  users: [
    user(ADA, 'ada', 'active'),
    user(BOB, 'bob', 'invited'),
    user(CLEO, 'cleo', 'invited'),
    user(DAN, 'dan', 'active'),
    user(EVE, 'eve', 'invited'),
    user(FAY, 'fay', 'active'),
    user(GUS, 'gus', 'unverified'),
  ],
  organizationMembers: [
    { ...member(ACME, ADA, 3), isAdmin: true },
    member(ACME, BOB, 4),
    member(ACME, CLEO, 6),
    { ...member(LONE, CLEO, 5), isAdmin: true },
    member(LONE, DAN, 6),
    member(LONE, FAY, 7),
    member(LONE, GUS, 8),
  ],
  workspaces: [ACME, LONE].map((organizationId, index) => ({
    id: [AT_ACME, AT_LONE][index] ?? '',
    organizationId,
    name: 'Default Workspace',
    description: null,
    createdAt: 1,
    updatedAt: 1,
  })),
  roles: [ACME, LONE].map((organizationId, index) => ({
    id: [ROLE_ACME, ROLE_LONE][index] ?? '',
    organizationId,
    name: 'reader',
    description: null,
    permissions: '[]',
    createdAt: 1,
    updatedAt: 1,
  })),
  workspaceMembers: [
    place(ACME, ADA),
    place(ACME, BOB),
    place(ACME, CLEO),
    place(LONE, CLEO, true),
    place(LONE, DAN),
  ],
  scimUsers: [
    {
      id: RECORD,
      organizationId: LONE,
      userId: CLEO,
      isMade: false,
      isBarred: false,
      userName: 'cleo',
      userNameKey: 'cleo',
      emails: '[]',
      emailKeys: '',
      isActive: true,
      version: 1,
      createdAt: 1,
      updatedAt: 1,
    },
  ],
  scimGroups: [
    {
      id: GROUP,
      organizationId: LONE,
      displayName: 'All',
      displayNameKey: 'all',
      version: 1,
      createdAt: 1,
      updatedAt: 1,
    },
  ],
  scimGroupMembers: [{ groupId: GROUP, scimUserId: RECORD, organizationId: LONE }],
  oneTimeTokens: [
    token('bobs', BOB, { shownTo: ADA }),
    token('cleos', CLEO, null),
    token('dans', DAN, toAcme),
    token('eves', EVE, null),
    token('fays', FAY, { to: { ...toAcme.to, workspaceId: id(3, 9) } }),
    token('guses', GUS, toAcme),
  ],
  sessions: [
    {
      id: id(6, 1),
      familyId: id(6, 1),
      userId: ADA,
      workspaceId: AT_ACME,
      accessHash: 'access',
      accessExpiresAt: 100,
      refreshHash: 'refresh',
      refreshExpiresAt: 200,
      createdAt: 1,
      signedInAt: 1,
    },
  ],
}

const BEFORE = '0026-secret-variables'
const newest = Object.keys(allMigrations).at(-1) ?? ''

describe.each(databaseKinds)('who was invited before on %s', (kind) => {
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

  /** Connections of before know the tables of before. */
  const migrateTo = async (target: string) => {
    await migrate(adapter, target)
    await adapter.close()
    adapter = await openAdapter(testPlace.options)
  }
  const readAll = (table: string): Promise<Row[]> =>
    adapter.write({ kind: 'system' }, async (db) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
      return rows
    })
  /** Whose rows of users an address has: by organisation, or `account`. */
  const standing = async (email: string) => {
    const rows = (await readAll('users')).filter((row) => row.email === email)
    return new Map(rows.map((row) => [row.organizationId ?? 'account', row] as const))
  }
  const of = async (table: string, userId: unknown) =>
    (await readAll(table)).filter((row) => row.userId === userId)

  test('waits in each organisation as a placeholder of its own, and no account is another', async () => {
    await migrateTo(newest)
    const [bob, cleo] = [await standing('bob@example.com'), await standing('cleo@example.com')]
    expect([...bob]).toMatchObject([[ACME, { id: BOB, status: 'invited', name: 'Name of bob' }]])
    // The organisation that invited last gave the link that works.
    expect([...cleo.keys()].toSorted()).toEqual([ACME, LONE])
    expect(cleo.get(ACME)).toMatchObject({ id: CLEO })
    const there = cleo.get(LONE)?.id
    expect(there).not.toBe(CLEO)
    expect(cleo.get(LONE)).toMatchObject({ status: 'invited', name: 'Name of cleo', passwordHash: null })
    expect(await of('organizationMembers', there)).toMatchObject([{ organizationId: LONE, createdAt: 5 }])
    expect(Boolean((await of('organizationMembers', there))[0]?.isAdmin)).toBe(true)
    expect(await of('workspaceMembers', there)).toMatchObject([{ workspaceId: AT_LONE }])
    expect(Boolean((await of('workspaceMembers', there))[0]?.isByGroup)).toBe(true)
    expect(await of('scimUsers', there)).toMatchObject([{ id: RECORD }])
    expect(await readAll('scimGroupMembers')).toHaveLength(1)
    expect(await of('organizationMembers', CLEO)).toMatchObject([{ organizationId: ACME }])
    expect(await of('workspaceMembers', CLEO)).toMatchObject([{ workspaceId: AT_ACME }])
    expect(await standing('eve@example.com')).toEqual(new Map())
    for (const [accountId, name] of [
      [ADA, 'ada'],
      [FAY, 'fay'],
      [GUS, 'gus'],
    ] as const)
      expect([...(await standing(`${name}@example.com`))]).toMatchObject([['account', { id: accountId }]])
    expect(await readAll('sessions')).toHaveLength(1)
  })

  test('is asked where an account elsewhere was, and the link goes on working', async () => {
    await migrateTo(newest)
    const dan = await standing('dan@example.com')
    expect(dan.get('account')).toMatchObject({ id: DAN, passwordHash: 'hash', status: 'active' })
    const waiting = dan.get(ACME)?.id
    expect(dan.get(ACME)).toMatchObject({ status: 'invited', name: 'dan', passwordHash: null })
    expect(await of('workspaceMembers', waiting)).toMatchObject([
      { organizationId: ACME, workspaceId: AT_ACME, roleId: ROLE_ACME },
    ])
    expect(await of('organizationMembers', DAN)).toMatchObject([{ organizationId: LONE }])
    const links = (await readAll('oneTimeTokens')).map(({ hash, userId, data }) => [hash, userId, data])
    expect(links.toSorted()).toEqual([
      ['bobs', BOB, JSON.stringify({ shownTo: ADA })],
      ['cleos', CLEO, null],
      ['dans', waiting, null],
    ])
  })

  test('is read by the layer, and held apart by the indexes', async () => {
    await adapter.close()
    const database = await openDatabase(testPlace.options)
    const { accounts, invitations } = database.system
    expect(await accounts.findUserByEmail('bob@example.com')).toBeUndefined()
    expect(await accounts.findUserByEmail('dan@example.com')).toMatchObject({ id: DAN })
    const there = await invitations.findPerson({ organizationId: LONE, email: 'cleo@example.com' })
    expect(there).toMatchObject({ status: 'invited', organizationId: LONE })
    await database.close()
    adapter = await openAdapter(testPlace.options)
    const insert = (row: Row) =>
      adapter.write({ kind: 'system' }, (db) =>
        (db as unknown as Kysely<Record<string, Row>>).insertInto('users').values(row).execute(),
      )
    const twice = { code: 'conflict' }
    await expect(insert(user(id(2, 8), 'ada', 'active'))).rejects.toMatchObject(twice)
    const again = { ...user(id(2, 8), 'bob', 'invited'), organizationId: ACME }
    await expect(insert(again)).rejects.toMatchObject(twice)
    await insert({ ...again, organizationId: LONE })
    await insert(user(id(2, 9), 'bob', 'active'))
    // What an organisation invited goes with it.
    await adapter.write({ kind: 'system' }, (db) =>
      db.deleteFrom('organizations').where('id', '=', LONE).execute(),
    )
    expect([...(await standing('bob@example.com')).keys()].toSorted()).toEqual([ACME, 'account'])
  })

  test('is one account again on the way back, and whoever has one is asked no more', async () => {
    await migrateTo(newest)
    await migrateTo(BEFORE)
    const users = await readAll('users')
    expect(users.map((row) => row.email).toSorted()).toEqual(
      ['ada', 'bob', 'cleo', 'dan', 'fay', 'gus'].map((name) => `${name}@example.com`),
    )
    const cleo = users.find((row) => row.email === 'cleo@example.com')?.id
    expect((await of('organizationMembers', cleo)).map((row) => row.organizationId).toSorted()).toEqual([
      ACME,
      LONE,
    ])
    expect(await of('workspaceMembers', cleo)).toHaveLength(2)
    expect(await of('scimUsers', cleo)).toMatchObject([{ id: RECORD }])
    expect(await readAll('scimGroupMembers')).toHaveLength(1)
    expect(await of('oneTimeTokens', cleo)).toHaveLength(cleo === CLEO ? 1 : 0)
    expect(await readAll('sessions')).toHaveLength(1)
    await migrateTo(newest)
    expect([...(await standing('cleo@example.com')).keys()].toSorted()).toEqual([ACME, LONE])
  })
})
