import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { OrganizationWriter } from './organization-writer.ts'

describe.each(databaseKinds)('organisations on %s', (kind) => {
  let testing: TestDatabase
  const other = randomUUID()
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const adapter = await openAdapter(testing.options)
    await adapter.write({ kind: 'system' }, (db) =>
      db.insertInto('organizations').values({ id: other, name: 'Other', createdAt: 1 }).execute(),
    )
    await adapter.close()
  })
  afterAll(() => testing.drop())

  const own = () => testing.database.organization(testing.organizationId)
  const foreign = () => testing.database.organization(other)
  const write = <T>(work: (writer: OrganizationWriter) => Promise<T>) => own().write(work)

  test('the first administrator is one of it, in its workspace', async () => {
    expect(await own().read.get()).toMatchObject({ id: testing.organizationId, name: 'Test organisation' })
    const { isAdmin, workspaces } = await own().read.findMembership(testing.userId)
    expect(isAdmin).toBe(true)
    expect(workspaces).toMatchObject([
      {
        id: testing.workspaceId,
        organizationId: testing.organizationId,
        roleName: 'owner',
        permissions: ['organization', 'workspace'],
      },
    ])
    expect(await testing.database.system.accounts.findMemberships(testing.userId)).toEqual([
      { organizationId: testing.organizationId, workspaceId: testing.workspaceId },
    ])
  })

  test('workspaces, roles and members are made, changed and deleted', async () => {
    const { userId } = testing
    const [workspaceId, roleId] = await write(async (writer) => [
      await writer.insertWorkspace({ name: 'Sales' }),
      await writer.insertRole({ name: 'reader', permissions: ['chatflows:view'] }),
    ])
    await write(async (writer) => {
      await writer.updateWorkspace(workspaceId, { description: 'All of it' })
      await writer.updateRole(roleId, { permissions: ['chatflows:view', 'executions:view'] })
      await writer.putWorkspaceMember({ workspaceId, userId, roleId })
    })
    const workspaces = await own().read.listWorkspaces()
    expect(workspaces.find(({ id }) => id === workspaceId)).toMatchObject({
      name: 'Sales',
      description: 'All of it',
    })
    const roles = await own().read.listRoles()
    expect(roles.find(({ id }) => id === roleId)?.permissions).toEqual(['chatflows:view', 'executions:view'])
    expect(await own().read.listMembers(workspaceId)).toMatchObject([{ userId, roleId }])
    await expect(write((writer) => writer.deleteRole(roleId))).rejects.toMatchObject({ code: 'conflict' })

    const second = await write((writer) => writer.insertRole({ name: 'second', permissions: [] }))
    await write((writer) => writer.putWorkspaceMember({ workspaceId, userId, roleId: second }))
    await write((writer) => writer.deleteRole(roleId))
    expect(await own().read.listMembers(workspaceId)).toMatchObject([{ userId, roleId: second }])
    await write((writer) => writer.removeWorkspaceMember(workspaceId, userId))
    expect(await own().read.listMembers(workspaceId)).toEqual([])
    await write((writer) => writer.deleteWorkspace(workspaceId))
    expect((await own().read.listWorkspaces()).some(({ id }) => id === workspaceId)).toBe(false)
  })

  test('another organisation sees nothing of it', async () => {
    const { read } = foreign()
    expect(await read.get()).toMatchObject({ id: other, name: 'Other' })
    expect(await read.findMembership(testing.userId)).toEqual({ isAdmin: false, workspaces: [] })
    expect(await read.listWorkspaces()).toEqual([])
    expect(await read.listRoles()).toEqual([])
    expect(await read.listMembers(testing.workspaceId)).toEqual([])
    const nowhere = testing.database.organization(randomUUID())
    await expect(nowhere.read.get()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('another organisation changes nothing of it, and can bind nobody to it', async () => {
    const { workspaceId, userId } = testing
    const before = await own().read.findMembership(userId)
    const roleId = before.workspaces[0]?.roleId ?? ''
    const ownRole = await foreign().write((writer) =>
      writer.insertRole({ name: 'thief', permissions: ['all'] }),
    )
    const refused: ((writer: OrganizationWriter) => Promise<unknown>)[] = [
      (writer) => writer.updateWorkspace(workspaceId, { name: 'Stolen' }),
      (writer) => writer.deleteWorkspace(workspaceId),
      (writer) => writer.updateRole(roleId, { permissions: [] }),
      (writer) => writer.deleteRole(roleId),
      (writer) => writer.putWorkspaceMember({ workspaceId, userId, roleId: ownRole }),
      (writer) => writer.putWorkspaceMember({ workspaceId, userId: randomUUID(), roleId: ownRole }),
    ]
    for (const attempt of refused) {
      await expect(foreign().write(attempt)).rejects.toMatchObject({ code: 'not_found' })
    }
    await foreign().write(async (writer) => {
      await writer.removeWorkspaceMember(workspaceId, userId)
      await writer.removeMember(userId)
    })
    expect(await own().read.findMembership(userId)).toEqual(before)
    const theirs = await foreign().write((writer) => writer.insertWorkspace({ name: 'Theirs' }))
    const mixed = { workspaceId: theirs, userId, roleId }
    await expect(foreign().write((writer) => writer.putWorkspaceMember(mixed))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a member is put, changed and taken out of all its workspaces', async () => {
    const { userId } = testing
    await foreign().write((writer) => writer.putMember({ userId, isAdmin: false }))
    await foreign().write((writer) => writer.putMember({ userId, isAdmin: true }))
    expect((await foreign().read.findMembership(userId)).isAdmin).toBe(true)
    await foreign().write((writer) => writer.removeMember(userId))
    expect((await foreign().read.findMembership(userId)).isAdmin).toBe(false)
    expect((await own().read.findMembership(userId)).isAdmin).toBe(true)
  })
})
