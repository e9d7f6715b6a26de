import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../../adapters/open-adapter.ts'
import { entry } from '../../audit/audit-entry.fixture.ts'
import { addTestUser, createTestDatabase, databaseKinds, type TestDatabase } from '../../testing.ts'

/** Adds an account to the organisation of a test, as a plain member. */
function addUser(testing: TestDatabase, name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.com`
  return addTestUser(testing, { organizationId: testing.organizationId, name, email, passwordHash: 'x' })
}

describe.each(databaseKinds)('people of an organisation on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const people = () => testing.database.system.people
  const organization = () => testing.database.organization(testing.organizationId)
  const keyOf = (userId: string) => ({ organizationId: testing.organizationId, userId })
  const roleId = async (name: string) =>
    (await organization().read.listBuiltInRoles()).find(({ builtIn }) => builtIn === name)?.id ?? ''

  async function addSession(userId: string, workspaceId: string): Promise<string> {
    const accessHash = randomUUID()
    const far = Date.now() + 1e9
    const tokens = { accessHash, accessExpiresAt: far, refreshHash: randomUUID(), refreshExpiresAt: far }
    await testing.database.system.sessions.insert({ userId, workspaceId, ...tokens })
    return accessHash
  }
  const findSession = (accessHash: string) => testing.database.system.sessions.findByAccessHash(accessHash)

  async function addKey(userId: string, workspaceId: string): Promise<string> {
    const keyHash = randomUUID()
    await testing.database.write(workspaceId, (writer) =>
      writer.apiKeys.insert({ keyName: 'k', keyHash, keyHint: 'h', permissions: [], createdBy: userId }),
    )
    return keyHash
  }
  const findKey = (keyHash: string) => testing.database.system.apiKeys.findByHash(keyHash)

  async function addWorkspace(name: string, userIds: string[]): Promise<string> {
    const viewer = await roleId('viewer')
    return organization().write(async (writer) => {
      const workspaceId = await writer.insertWorkspace({ name })
      for (const userId of userIds) await writer.addWorkspaceMember({ workspaceId, userId, roleId: viewer })
      return workspaceId
    })
  }

  test('are listed, searched by name and address, and told apart by status', async () => {
    const grace = await addUser(testing, 'Grace')
    const linus = await addUser(testing, 'Linus')
    await people().change(keyOf(linus), { status: 'disable' }, { entries: () => [entry] })
    const list = (query: object) => people().list(testing.organizationId, query)
    expect((await list({})).total).toBe(3)
    expect((await list({ search: 'GRA' })).rows).toMatchObject([
      { userId: grace, name: 'Grace', roleCount: 0 },
    ])
    expect((await list({ search: 'LINUS-' })).rows).toMatchObject([{ userId: linus, status: 'disable' }])
    expect((await list({ status: 'disable' })).rows.map(({ userId }) => userId)).toEqual([linus])
    expect((await list({ isAdmin: true })).rows.map(({ userId }) => userId)).toEqual([testing.userId])
    const byName = await list({ sort: 'name', direction: 'asc', page: 2, limit: 1 })
    expect([byName.total, byName.rows[0]?.userId]).toEqual([3, grace])
  })

  test('are listed with the roles that they have most, and where, if it is one place', async () => {
    const userId = await addUser(testing, 'Mira')
    for (const name of ['Field', 'Desk', 'Depot']) await addWorkspace(name, [userId])
    const sales = await addWorkspace('Sales', [])
    const editor = await roleId('editor')
    await organization().write((writer) =>
      writer.addWorkspaceMember({ workspaceId: sales, userId, roleId: editor }),
    )
    const lab = await addWorkspace('Lab', [])
    const admin = await roleId('admin')
    await organization().write((writer) =>
      writer.addWorkspaceMember({ workspaceId: lab, userId, roleId: admin }),
    )
    const [row] = (await people().list(testing.organizationId, { search: 'Mira' })).rows
    expect(row?.roleCount).toBe(5)
    expect(row?.roles).toHaveLength(2)
    expect(row?.roles[0]).toMatchObject({ builtIn: 'viewer', workspaceCount: 3, workspaceName: null })
    expect([
      ['editor', 'Sales'],
      ['admin', 'Lab'],
    ]).toContainEqual([row?.roles[1]?.builtIn, row?.roles[1]?.workspaceName])
    expect((await people().find(testing.organizationId, userId))?.roleCount).toBe(5)
  })

  test('who is barred enters no workspace and has no session, until they are let in again', async () => {
    const userId = await addUser(testing, 'Barred')
    const workspaceId = await addWorkspace('Of the barred', [userId])
    const session = await addSession(userId, workspaceId)
    await people().change(keyOf(userId), { status: 'disable' }, { entries: () => [entry] })
    expect(await findSession(session)).toBeUndefined()
    expect(await testing.database.system.accounts.findMemberships(userId)).toEqual([])
    expect((await organization().read.findMembership(userId)).workspaces).toEqual([])
    await people().change(keyOf(userId), { status: 'active' }, { entries: () => [entry] })
    expect((await organization().read.findMembership(userId)).workspaces).toHaveLength(1)
  })

  test('who is removed is gone with places, keys and sessions, and the account where it is in no other', async () => {
    const userId = await addUser(testing, 'Removed')
    const workspaceId = await addWorkspace('Of the removed', [userId])
    const session = await addSession(userId, workspaceId)
    const key = await addKey(userId, workspaceId)
    const keyOfAnother = await addKey(testing.userId, workspaceId)
    await people().remove(keyOf(userId), { entries: () => [entry] })
    expect(await findSession(session)).toBeUndefined()
    expect(await findKey(key)).toBeUndefined()
    expect(await findKey(keyOfAnother)).toBeDefined()
    expect(await testing.database.system.accounts.findUser(userId)).toBeUndefined()
    await expect(people().remove(keyOf(userId), { entries: () => [entry] })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('who is taken out of a workspace keeps the account and loses the keys of that workspace alone', async () => {
    const userId = await addUser(testing, 'Unlinked')
    const [here, there] = [await addWorkspace('Here', [userId]), await addWorkspace('There', [userId])]
    const [keyHere, keyThere] = [await addKey(userId, here), await addKey(userId, there)]
    await people().removeFromWorkspace(
      {
        organizationId: testing.organizationId,
        workspaceId: here,
        userIds: [userId],
      },
      [entry],
    )
    expect(await findKey(keyHere)).toBeUndefined()
    expect(await findKey(keyThere)).toBeDefined()
    expect((await organization().read.findMembership(userId)).workspaces.map(({ id }) => id)).toEqual([there])
  })

  test('the last administrator stays one, also when two lower each other at the same moment', async () => {
    const second = await addUser(testing, 'Second')
    const last = { code: 'conflict' }
    for (const patch of [{ isAdmin: false }, { status: 'disable' as const }])
      await expect(
        people().change(keyOf(testing.userId), patch, { entries: () => [entry] }),
      ).rejects.toMatchObject(last)
    await expect(people().remove(keyOf(testing.userId), { entries: () => [entry] })).rejects.toMatchObject(
      last,
    )
    await people().change(keyOf(second), { isAdmin: true }, { entries: () => [entry] })
    const outcomes = await Promise.allSettled(
      [testing.userId, second].map((userId) =>
        people().change(keyOf(userId), { isAdmin: false }, { entries: () => [entry] }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await people().list(testing.organizationId, { isAdmin: true })).total).toBe(1)
    await people().change(keyOf(testing.userId), { isAdmin: true }, { entries: () => [entry] })
    await people().change(keyOf(second), { isAdmin: false }, { entries: () => [entry] })
  })

  test('an administrator who has no way in is nobody to leave the organisation to', async () => {
    const lonely = await createTestDatabase(kind)
    const { organizationId, userId: ada } = lonely
    const { people: store, signOn } = lonely.database.system
    const other = await addTestUser(lonely, {
      organizationId,
      name: 'Other',
      email: 'o@x.y',
      passwordHash: null,
    })
    await store.change({ organizationId, userId: other }, { isAdmin: true }, { entries: () => [entry] })
    const adapter = await openAdapter(lonely.options)
    const set = (change: { passwordHash?: string | null; requiresSignOn?: boolean; status?: 'disable' }) =>
      adapter.write({ kind: 'system' }, async (db) => {
        const { passwordHash, requiresSignOn, status } = change
        if (status !== undefined) await db.updateTable('loginMethods').set({ status }).execute()
        if (passwordHash !== undefined)
          await db.updateTable('users').set({ passwordHash }).where('id', '=', other).execute()
        if (requiresSignOn !== undefined)
          await db.updateTable('organizations').set({ requiresSignOn }).execute()
      })
    const method = {
      id: randomUUID(),
      organizationId,
      providerName: 'oidc',
      sealed: '',
      by: ada,
      endsSessions: false,
      isOtherProvider: false,
    }
    const identity = { loginMethodId: method.id, organizationId, issuer: 'i', subject: 's', email: null }
    const goes = async () => {
      const leave = () =>
        store.change({ organizationId, userId: ada }, { status: 'disable' }, { entries: () => [entry] })
      const isRefused = await leave().then(
        () => false,
        (error: { code?: string }) => error.code === 'conflict',
      )
      await store.change({ organizationId, userId: ada }, { status: 'active' }, { entries: () => [entry] })
      return !isRefused
    }
    expect(await goes()).toBe(false)
    await set({ passwordHash: 'x' })
    expect(await goes()).toBe(true)
    // A password alone opens nothing where the organisation asks for its sign-on.
    await set({ requiresSignOn: true })
    expect(await goes()).toBe(false)
    await signOn.save([{ ...method, status: 'enable' }], [])
    await signOn.link({ identity, userId: other, exceptSignIn: '' }, entry)
    await set({ passwordHash: null })
    expect(await goes()).toBe(true)
    await set({ status: 'disable' })
    expect(await goes()).toBe(false)
    await adapter.close()
    await lonely.drop()
  })

  test('a deleted workspace is out of every list at once, no session ends with it, its name is free', async () => {
    const userId = await addUser(testing, 'Moving')
    const only = await addUser(testing, 'Only')
    const stays = await addWorkspace('Stays', [userId])
    const goes = await addWorkspace('Goes', [userId, only])
    const [moving, stranded] = [await addSession(userId, goes), await addSession(only, goes)]
    const key = await addKey(userId, goes)
    const flow = await testing.database.write(goes, (writer) =>
      writer.flows.insert({ name: 'F', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const { workspaces, deletions, routes } = testing.database.system
    await workspaces.delete({ organizationId: testing.organizationId, workspaceId: goes }, entry)
    expect(await organization().read.findWorkspace(goes)).toBeUndefined()
    expect((await findSession(moving))?.workspaceId).toBe(stays)
    // It opens nothing: its person has no place where it is now.
    expect((await findSession(stranded))?.workspaceId).not.toBe(goes)
    expect(await testing.database.system.accounts.findMemberships(only)).toEqual([])
    expect(await findKey(key)).toBeUndefined()
    expect(await routes.findWorkspaceOfFlow(flow.id)).toBeUndefined()
    expect(await workspaces.listDeleted(10)).toEqual([goes])
    await addWorkspace('Goes', [])

    expect(await workspaces.listFlows(goes, { after: '', limit: 10 })).toEqual([flow.id])
    while (await deletions.eraseFlow(flow.id));
    while (await workspaces.eraseSlice(goes));
    expect(await workspaces.listDeleted(10)).toEqual([])
    expect(await routes.listWorkspaceIds()).not.toContain(goes)
  })

  test('what is not deleted is not erased, and the last workspace stays', async () => {
    const { workspaces, routes } = testing.database.system
    expect(await workspaces.eraseSlice(testing.workspaceId)).toBe(false)
    expect(await routes.listWorkspaceIds()).toContain(testing.workspaceId)
    const lonely = await createTestDatabase(kind)
    const { organizationId, workspaceId } = lonely
    await expect(
      lonely.database.system.workspaces.delete({ organizationId, workspaceId }, entry),
    ).rejects.toMatchObject({ code: 'conflict' })
    await lonely.drop()
  })

  test('vectors of a deleted workspace go in slices', async () => {
    const workspaceId = await addWorkspace('Vectors', [])
    const adapter = await openAdapter(testing.options)
    await adapter.write({ kind: 'system' }, async (db) => {
      const times = { createdAt: 1, lastUsedAt: 1 }
      const row = { key: 'k', name: 'n', dimensions: 1, embedder: 'e', state: 'ready' as const, count: 600 }
      await db
        .insertInto('vectorCollections')
        .values({ id: workspaceId, workspaceId, ...row, ...times } as never)
        .execute()
      for (let n = 0; n < 600; n++)
        await db
          .insertInto('vectorEntries')
          .values({
            collectionId: workspaceId,
            n,
            workspaceId,
            contentHash: 'h',
            text: 't',
            metadata: '{}',
            embedding: Buffer.alloc(4),
          } as never)
          .execute()
    })
    await adapter.close()
    const { workspaces, routes } = testing.database.system
    await workspaces.delete({ organizationId: testing.organizationId, workspaceId }, entry)
    let slices = 0
    while (await workspaces.eraseSlice(workspaceId)) slices += 1
    expect(slices).toBe(3)
    expect(await routes.listWorkspaceIds()).not.toContain(workspaceId)
  })
})
