import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../audit/audit-entry.fixture.ts'
import { addTestUser, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

const FAR = Date.now() + 1e9
const ROUNDS = 12

describe.each(databaseKinds)('the workspace of a session, while one is deleted, on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const system = () => testing.database.system
  const tokens = (name: string) => ({
    accessHash: `${name} access`,
    accessExpiresAt: FAR,
    refreshHash: `${name} refresh`,
    refreshExpiresAt: FAR,
  })
  const refresh = (name: string) =>
    system().sessions.rotate({
      refreshHash: `${name} refresh`,
      next: tokens(`${name}2`),
      now: Date.now(),
      reuseWindowMs: 10_000,
      maxAgeMs: FAR,
    })
  const remove = (workspaceId: string) =>
    system().workspaces.delete({ organizationId: testing.organizationId, workspaceId }, entry)
  const erase = async (workspaceId: string) => {
    while (await system().workspaces.eraseSlice(workspaceId));
  }
  const workspaceOf = async (access: string) =>
    (await system().sessions.findByAccessHash(`${access} access`))?.workspaceId

  /** Somebody who is in a workspace that stays and in one that goes, with a session in one of them. */
  async function begin(at: 'stays' | 'goes') {
    const stays = testing.workspaceId
    const account = { name: 'Moving', email: `${randomUUID()}@example.com`, passwordHash: null }
    const { organizationId } = testing
    const userId = await addTestUser(testing, { organizationId, ...account })
    const { read, write } = testing.database.organization(organizationId)
    const roleId = (await read.listBuiltInRoles()).find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
    const goes = await write(async (writer) => {
      const made = await writer.insertWorkspace({ name: `Goes ${randomUUID()}` })
      for (const workspaceId of [stays, made])
        await writer.addWorkspaceMember({ workspaceId, userId, roleId })
      return made
    })
    const name = randomUUID()
    const workspaceId = { stays, goes }[at]
    const session = await system().sessions.insert({ userId, workspaceId, ...tokens(name) })
    return { stays, goes, userId, name, familyId: session.familyId }
  }

  test('nobody goes into one that was deleted', async () => {
    const { stays, goes, userId, name, familyId } = await begin('stays')
    await remove(goes)
    const missing = { code: 'not_found' }
    await expect(system().sessions.switchWorkspace({ userId, familyId }, goes)).rejects.toMatchObject(missing)
    const signIn = system().sessions.insert({ userId, workspaceId: goes, ...tokens(randomUUID()) })
    await expect(signIn).rejects.toMatchObject(missing)
    await erase(goes)
    expect(await workspaceOf(name)).toBe(stays)
  })

  test('a switch into one that goes in the same moment ends no session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stays, goes, userId, name, familyId } = await begin('stays')
      const switching = system().sessions.switchWorkspace({ userId, familyId }, goes)
      const [switched] = await Promise.allSettled([switching, remove(goes)])
      await erase(goes)
      if (switched.status === 'rejected') expect(switched.reason).toMatchObject({ code: 'not_found' })
      expect(await workspaceOf(name)).toBe(stays)
    }
  })

  test('a refresh in one that goes in the same moment ends no session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stays, goes, name } = await begin('goes')
      const [refreshed] = await Promise.all([refresh(name), remove(goes)])
      expect(refreshed.kind).toBe('rotated')
      await erase(goes)
      expect(await workspaceOf(`${name}2`)).toBe(stays)
    }
  })

  test('a sign-in into one that goes in the same moment ends no session', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stays, goes, userId } = await begin('stays')
      const name = randomUUID()
      const signIn = system().sessions.insert({ userId, workspaceId: goes, ...tokens(name) })
      const [signedIn] = await Promise.allSettled([signIn, remove(goes)])
      await erase(goes)
      expect(await workspaceOf(name)).toBe(signedIn.status === 'fulfilled' ? stays : undefined)
    }
  })
})
