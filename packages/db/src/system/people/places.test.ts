import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../../adapters/open-adapter.ts'
import { entry } from '../../audit/audit-entry.fixture.ts'
import {
  addTestMember,
  addTestOrganization,
  addTestUser,
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../testing.ts'

const ROUNDS = 12
const HOUR_MS = 3_600_000

describe.each(databaseKinds)('places in workspaces that are deleted, on %s', (kind) => {
  let testing: TestDatabase
  let roleId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const roles = await testing.database.organization(testing.organizationId).read.listBuiltInRoles()
    roleId = roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
  })
  afterAll(() => testing.drop())

  const system = () => testing.database.system
  const organization = () => testing.database.organization(testing.organizationId)
  const makeWorkspace = () => organization().write((writer) => writer.insertWorkspace({ name: randomUUID() }))
  const remove = (workspaceId: string) =>
    system().workspaces.delete({ organizationId: testing.organizationId, workspaceId }, entry)
  const makeMember = () => {
    const account = { name: 'Member', email: `${randomUUID()}@example.com`, passwordHash: null }
    return addTestUser(testing, { organizationId: testing.organizationId, ...account })
  }

  /** Each way in which somebody gets a place. */
  const ways: Record<string, (workspaceId: string) => Promise<unknown>> = {
    'by hand': async (workspaceId) => {
      const userId = await makeMember()
      return organization().write((writer) => writer.addWorkspaceMember({ workspaceId, userId, roleId }))
    },
    'by an invitation': (workspaceId) => {
      const { organizationId } = testing
      const link = { hash: randomUUID(), purpose: 'invitation', expiresAt: Date.now() + HOUR_MS } as const
      const to = { organizationId, workspaceId, roleId }
      const email = `${randomUUID()}@example.com`
      return system().invitations.invite({ email, to, link, entry: () => entry })
    },
    'by a provider': async (workspaceId) => {
      const { organizationId, userId: by } = testing
      const id = await loginMethod(organizationId, by)
      const email = `${randomUUID()}@example.com`
      const identity = { loginMethodId: id, organizationId, issuer: 'i', subject: email, email }
      return system().signOn.admit({ identity, email, name: 'New', workspaceId, roleId }, () => entry)
    },
  }

  let methodId: string | undefined
  async function loginMethod(organizationId: string, by: string): Promise<string> {
    if (methodId !== undefined) return methodId
    methodId = randomUUID()
    const settings = { sealed: 's', endsSessions: false, isOtherProvider: false }
    const method = { id: methodId, organizationId, providerName: 'oidc', status: 'enable' as const, by }
    await system().signOn.save([{ ...method, ...settings }], [])
    return methodId
  }

  async function withRows<T>(
    work: (db: Parameters<Parameters<Awaited<ReturnType<typeof openAdapter>>['write']>[1]>[0]) => Promise<T>,
  ): Promise<T> {
    const adapter = await openAdapter(testing.options)
    try {
      return await adapter.write({ kind: 'system' }, work)
    } finally {
      await adapter.close()
    }
  }
  const placesIn = (workspaceId: string) =>
    withRows((db) =>
      db.selectFrom('workspaceMembers').select('userId').where('workspaceId', '=', workspaceId).execute(),
    )
  const insertPlace = (workspaceId: string, userId: string) =>
    withRows((db) =>
      db
        .insertInto('workspaceMembers')
        .values({ organizationId: testing.organizationId, workspaceId, userId, roleId, createdAt: 1 })
        .execute(),
    )

  test.each(Object.keys(ways))('none is given %s', async (way) => {
    const workspaceId = await makeWorkspace()
    await remove(workspaceId)
    await expect(ways[way]?.(workspaceId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await placesIn(workspaceId)).toEqual([])
  })

  test.each(Object.keys(ways))('none is given %s in the moment in which it is deleted', async (way) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspaceId = await makeWorkspace()
      const [given] = await Promise.allSettled([ways[way]?.(workspaceId), remove(workspaceId)])
      if (given.status === 'rejected') expect(given.reason).toMatchObject({ code: 'not_found' })
      expect(await placesIn(workspaceId)).toEqual([])
    }
  })

  test('one that is there counts for nothing', async () => {
    const userId = await makeMember()
    const workspaceId = await makeWorkspace()
    await remove(workspaceId)
    await insertPlace(workspaceId, userId)
    expect(await system().accounts.findMemberships(userId)).toEqual([])
    expect((await organization().read.findMembership(userId)).workspaces).toEqual([])
    expect((await organization().read.pageWorkspaces({ userId })).total).toBe(0)
  })

  test('one that is there keeps an administrator out of nothing', async () => {
    const account = { name: 'Root', email: `${randomUUID()}@example.com`, passwordHash: null, isAdmin: true }
    const userId = await addTestUser(testing, { organizationId: testing.organizationId, ...account })
    const workspaceId = await makeWorkspace()
    await remove(workspaceId)
    await insertPlace(workspaceId, userId)
    await system().accounts.restoreAdministratorPlaces(userId, () => entry)
    expect(await system().accounts.findMemberships(userId)).toMatchObject([
      { workspaceId: testing.workspaceId },
    ])
  })

  test('nobody keeps one whom the organisation removes in the moment in which it is given', async () => {
    const elsewhere = await addTestOrganization(testing)
    for (let round = 0; round < ROUNDS; round += 1) {
      const userId = await makeMember()
      // Elsewhere, too, so that the account stays.
      await addTestMember(testing, { organizationId: elsewhere, userId, isAdmin: false })
      const { workspaceId, organizationId } = testing
      const give = organization().write((writer) =>
        writer.addWorkspaceMember({ workspaceId, userId, roleId }),
      )
      const [given] = await Promise.allSettled([
        give,
        system().people.remove({ organizationId, userId }, { entries: () => [entry] }),
      ])
      if (given.status === 'rejected') expect(given.reason).toMatchObject({ code: 'not_found' })
      expect(await placesIn(workspaceId)).not.toContainEqual({ userId })
    }
  })
})
