import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabase, createTestDatabasePlace, databaseKinds, type TestDatabase } from '../testing.ts'
import type { FirstAdministrator } from './account-store.ts'
import type { TokenPurpose } from './account-tables.ts'

const administrator = (email: string): FirstAdministrator => ({
  organization: { name: 'Acme' },
  workspace: { name: 'Default Workspace' },
  user: { email, name: 'Ada', passwordHash: 'hash' },
})

describe.each(databaseKinds)('the first administrator on %s', (kind) => {
  test('is made once, however many register at the same time', async () => {
    const place = await createTestDatabasePlace(kind)
    const database = await openDatabase(place.options)
    try {
      const { accounts } = database.system
      expect(await accounts.countUsers()).toBe(0)
      const outcomes = await Promise.allSettled(
        ['A@Example.com', 'b@example.com', 'c@example.com'].map((email) =>
          accounts.createFirstAdministrator(administrator(email)),
        ),
      )
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(refused).toHaveLength(2)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'already_set_up', status: 409 })
      expect(await accounts.countUsers()).toBe(1)
      expect(await database.system.routes.listWorkspaceIds()).toHaveLength(1)
      await expect(accounts.createFirstAdministrator(administrator('d@example.com'))).rejects.toMatchObject({
        code: 'already_set_up',
      })
    } finally {
      await database.close()
      await place.drop()
    }
  })
})

describe.each(databaseKinds)('accounts on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const session = (name: string) => ({
    userId: testing.userId,
    workspaceId: testing.workspaceId,
    accessHash: `${name} access`,
    accessExpiresAt: 10_000,
    refreshHash: `${name} refresh`,
    refreshExpiresAt: 100_000,
  })

  test('are found by e-mail whatever the case, and know their memberships', async () => {
    const { accounts } = testing.database.system
    const user = await accounts.findUser(testing.userId)
    expect(user).toMatchObject({ name: 'Ada Admin', status: 'active', lastLoginAt: null })
    expect(await accounts.findUserByEmail(user?.email.toUpperCase() ?? '')).toEqual(user)
    expect(await accounts.findUserByEmail('nobody@example.com')).toBeUndefined()
    const { workspaceId, organizationId } = testing
    expect(await accounts.findMemberships(testing.userId)).toEqual([
      { workspaceId, organizationId, isAdmin: true, requiresSignOn: false, signOnOrganizationId: null },
    ])
    expect(await accounts.findMemberships(randomUUID())).toEqual([])
    clock = 1_500
    await accounts.touchLogin(testing.userId, testing.workspaceId)
    expect(await accounts.findUser(testing.userId)).toMatchObject({ lastLoginAt: 1_500 })
  })

  const entry: NewAuditEntry = {
    action: 'password.changed',
    actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
    subject: { kind: 'user', id: null, name: null },
  }

  test('a new password ends all sessions of the user, but for the sign-in that changes it', async () => {
    const { accounts, accountLife, sessions } = testing.database.system
    await sessions.insert(session('old'))
    const own = await sessions.insert(session('own'))
    await accountLife.change(testing.userId, { passwordHash: 'new hash' }, { entry, except: own.familyId })
    expect(await accounts.findUser(testing.userId)).toMatchObject({ passwordHash: 'new hash' })
    expect(await sessions.findByAccessHash('old access')).toBeUndefined()
    expect(await sessions.findByAccessHash('own access')).toBeDefined()
    await expect(accountLife.change(randomUUID(), {}, { entry })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of two changes of one password the second one is refused', async () => {
    const { accountLife } = testing.database.system
    const change = () =>
      accountLife.change(testing.userId, { passwordHash: randomUUID() }, { entry, ifHash: 'new hash' })
    const outcomes = await Promise.allSettled([change(), change()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a one-time token works once, for its purpose, in its time, and only the newest', async () => {
    const { accountLife, tokens } = testing.database.system
    const token = (hash: string) => ({
      hash,
      purpose: 'password-reset' as const,
      userId: testing.userId,
      expiresAt: 5_000,
    })
    await accountLife.keepLink(token('first'), undefined)
    await accountLife.keepLink(token('second'), undefined)
    const consume = (hash: string, now = 4_999, purpose: TokenPurpose = 'password-reset') =>
      tokens.consume({ hash, purpose, now })
    expect(await consume('first')).toBeUndefined()
    expect(await consume('second', 5_000)).toBeUndefined()
    expect(await consume('second', 4_999, 'email-verification')).toBeUndefined()
    const uses = await Promise.all([consume('second'), consume('second'), consume('second')])
    expect(uses.filter((use) => use !== undefined)).toEqual([{ userId: testing.userId, data: undefined }])
    expect(await consume('unknown')).toBeUndefined()
  })

  test('tokens of several browsers stand beside each other, and are forgotten when they ended', async () => {
    const { tokens } = testing.database.system
    const purpose = 'sign-on' as const
    const add = (hash: string, expiresAt: number) =>
      tokens.add({ hash, purpose, userId: testing.userId, expiresAt })
    await add('of long ago', 1)
    await add('one', Date.now() + 60_000)
    await add('other', Date.now() + 60_000)
    const consume = (hash: string, now = Date.now()) => tokens.consume({ hash, purpose, now })
    expect(await consume('of long ago', 0)).toBeUndefined()
    expect(await consume('one')).toBeDefined()
    expect(await consume('other')).toBeDefined()
  })

  test('facts of the installation are kept by key', async () => {
    const { meta } = testing.database.system
    expect(await meta.get('fact')).toBeUndefined()
    await meta.set('fact', 'one')
    await meta.set('fact', 'two')
    expect(await meta.get('fact')).toBe('two')
  })
})

describe.each(databaseKinds)('idempotency keys on %s', (kind) => {
  let testing: TestDatabase
  let clock = 1_000
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
  })
  afterAll(() => testing.drop())

  const use = (principal: string, key: string) => ({
    workspaceId: testing.workspaceId,
    principal,
    key,
    method: 'POST',
    path: '/chatflows',
    requestHash: 'r',
  })

  test('of two requests with one key one goes on; the other finds the answer', async () => {
    const { idempotency } = testing.database.system
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => idempotency.insert(use('user:1', 'k'))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'conflict' })
    const named = { principal: 'user:1', key: 'k' }
    expect(await idempotency.find(named)).toMatchObject({ status: null, response: null, requestHash: 'r' })
    await idempotency.complete({ ...named, status: 201, response: '{"id":1}' })
    expect(await idempotency.find(named)).toMatchObject({ status: 201, response: '{"id":1}' })
    await idempotency.release(named)
    expect(await idempotency.find(named)).toBeDefined()
  })

  test('a key is its caller’s own, is free again after a failure, and is forgotten in time', async () => {
    const { idempotency } = testing.database.system
    await idempotency.insert(use('user:2', 'shared'))
    await idempotency.insert(use('user:3', 'shared'))
    await idempotency.release({ principal: 'user:2', key: 'shared' })
    await idempotency.insert(use('user:2', 'shared'))
    clock = 9_000
    await idempotency.insert(use('user:4', 'late'))
    expect(await idempotency.prune(9_000)).toBeGreaterThanOrEqual(2)
    expect(await idempotency.find({ principal: 'user:3', key: 'shared' })).toBeUndefined()
    expect(await idempotency.find({ principal: 'user:4', key: 'late' })).toBeDefined()
  })

  test('keys are forgotten a few at once', async () => {
    const { idempotency } = testing.database.system
    clock = 20_000
    for (const key of ['1', '2', '3']) await idempotency.insert(use('user:5', key))
    while ((await idempotency.prune(20_000)) > 0);
    expect(await idempotency.prune(20_001, 2)).toBe(2)
    expect(await idempotency.prune(20_001, 2)).toBe(1)
    expect(await idempotency.prune(20_001, 2)).toBe(0)
  })
})
