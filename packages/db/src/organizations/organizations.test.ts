import { randomUUID } from 'node:crypto'
import { allPermissions, builtInPermissions, builtInRoleNames } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { entry } from '../audit/audit-entry.fixture.ts'
import { addTestMember, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
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
  const placesOf = async (query: { workspaceId?: string; roleId?: string }) =>
    (await testing.database.system.people.listPlaces(testing.organizationId, query)).rows

  test('the first administrator is one of it, in its workspace', async () => {
    expect(await own().read.get()).toMatchObject({ id: testing.organizationId, name: 'Test organisation' })
    const { isAdmin, workspaces } = await own().read.findMembership(testing.userId)
    expect(isAdmin).toBe(true)
    expect(workspaces).toEqual([
      {
        id: testing.workspaceId,
        name: 'Default Workspace',
        organizationId: testing.organizationId,
        roleId: expect.any(String),
        roleName: 'owner',
        permissions: [...allPermissions],
      },
    ])
    expect(await own().read.findFirstWorkspaceId()).toBe(testing.workspaceId)
    expect(await testing.database.system.accounts.findMemberships(testing.userId)).toEqual([
      {
        organizationId: testing.organizationId,
        workspaceId: testing.workspaceId,
        isAdmin: true,
        requiresSignOn: false,
        signOnOrganizationId: null,
      },
    ])
  })

  test('it has the built-in roles from its start; what they hold is the product’s and does not change', async () => {
    const roles = await own().read.listBuiltInRoles()
    expect(roles.map(({ name }) => name).toSorted()).toEqual([...builtInRoleNames].toSorted())
    const viewer = roles.find(({ builtIn }) => builtIn === 'viewer')
    expect(viewer?.permissions).toEqual(builtInPermissions.viewer)
    const id = viewer?.id ?? ''
    await expect(write((writer) => writer.updateRole(id, { permissions: [] }))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(write((writer) => writer.deleteRole(id, () => {}))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await own().read.findRole(id))?.permissions).toEqual(builtInPermissions.viewer)
  })

  test('workspaces, roles and places are made, changed, listed and counted', async () => {
    const { userId } = testing
    const [workspaceId, roleId] = await write(async (writer) => [
      await writer.insertWorkspace({ name: 'Sales' }),
      await writer.insertRole({ name: 'reader', permissions: ['chatflows:view'] }),
    ])
    await write(async (writer) => {
      await writer.updateWorkspace(workspaceId, { description: 'All of it' })
      await writer.updateRole(roleId, { permissions: ['chatflows:view', 'executions:view'] })
      await writer.addWorkspaceMember({ workspaceId, userId, roleId })
    })
    const { read } = own()
    expect(await read.findWorkspace(workspaceId)).toMatchObject({ name: 'Sales', description: 'All of it' })
    expect((await read.pageWorkspaces({ search: 'SALE' })).rows).toMatchObject([
      { id: workspaceId, userCount: 1 },
    ])
    expect((await read.pageWorkspaces({ userId: randomUUID() })).total).toBe(0)
    expect(await read.findRole(roleId)).toMatchObject({ permissions: ['chatflows:view', 'executions:view'] })
    expect((await read.pageRoles({ search: 'reader' })).rows).toMatchObject([{ id: roleId, userCount: 1 }])
    expect(await placesOf({ workspaceId })).toMatchObject([{ userId, roleId, roleName: 'reader' }])
    await expect(write((writer) => writer.deleteRole(roleId, () => {}))).rejects.toMatchObject({
      code: 'conflict',
    })

    const second = await write((writer) => writer.insertRole({ name: 'second', permissions: [] }))
    const change = { workspaceId, userId, roleId: second }
    expect(await write((writer) => writer.changeWorkspaceMember(change))).toEqual({
      id: roleId,
      name: 'reader',
    })
    await write((writer) => writer.deleteRole(roleId, () => {}))
    expect(await placesOf({ workspaceId })).toMatchObject([{ userId, roleId: second }])
    await expect(
      write((writer) => writer.addWorkspaceMember({ workspaceId, userId, roleId: second })),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('another role of who is in no workspace any more makes no place', async () => {
    const { userId, workspaceId: home } = testing
    const workspaceId = await write((writer) => writer.insertWorkspace({ name: 'Left' }))
    const roleId = (await placesOf({ workspaceId: home }))[0]?.roleId ?? ''
    await write((writer) => writer.addWorkspaceMember({ workspaceId, userId, roleId }))
    const { people } = testing.database.system
    const { organizationId } = testing
    await people.removeFromWorkspace({ organizationId, workspaceId, userIds: [userId] }, [])
    const change = write((writer) => writer.changeWorkspaceMember({ workspaceId, userId, roleId }))
    await expect(change).rejects.toMatchObject({ code: 'not_found' })
    expect(await placesOf({ workspaceId })).toEqual([])
  })

  test('a role that a group gives stays, and so does one of which a login method is told', async () => {
    const { organizationId, workspaceId, userId } = testing
    const roleId = await write((writer) => writer.insertRole({ name: 'given', permissions: [] }))
    const { provisioning } = testing.database.system
    const named = { organizationId, displayName: 'Group', externalId: null }
    const group = await provisioning.createGroup({ ...named, members: [] }, () => [entry])
    const key = { organizationId, id: group.id }
    const map = (places: { workspaceId: string; roleId: string }[]) =>
      provisioning.mapGroup(key, { places, by: userId }, () => [entry])
    await map([{ workspaceId, roleId }])
    const remove = (assertUnused = () => {}) => write((writer) => writer.deleteRole(roleId, assertUnused))
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
    expect(await own().read.listGroupsOfRole(roleId, 5)).toEqual([
      { group: 'Group', workspaceName: 'Default Workspace' },
    ])
    const adapter = await openAdapter(testing.options)
    try {
      // The database itself does not let it go along.
      const gone = adapter.write({ kind: 'system' }, (db) =>
        db.deleteFrom('roles').where('id', '=', roleId).execute(),
      )
      await expect(gone).rejects.toThrow()
    } finally {
      await adapter.close()
    }
    await map([])
    const refuse = () => {
      throw new Error('A login method gives it')
    }
    await expect(remove(refuse)).rejects.toThrow('A login method gives it')
    await remove()
  })

  test('somebody with two places is one person of the role', async () => {
    const { userId } = testing
    const roleId = await write(async (writer) => {
      const id = await writer.insertRole({ name: 'traveller', permissions: [] })
      for (const name of ['At home', 'Abroad']) {
        const workspaceId = await writer.insertWorkspace({ name })
        await writer.addWorkspaceMember({ workspaceId, userId, roleId: id })
      }
      return id
    })
    expect((await own().read.pageRoles({ search: 'traveller' })).rows).toMatchObject([
      { id: roleId, userCount: 1 },
    ])
  })

  test('names are nobody else’s, whatever the case, and a rename may keep its own', async () => {
    const taken = { code: 'conflict', issues: [{ path: 'name' }] }
    const id = await write((writer) => writer.insertWorkspace({ name: 'Research' }))
    await expect(write((writer) => writer.insertWorkspace({ name: 'research' }))).rejects.toMatchObject(taken)
    const roleId = await write((writer) => writer.insertRole({ name: 'Auditor', permissions: [] }))
    await expect(
      write((writer) => writer.insertRole({ name: 'AUDITOR', permissions: [] })),
    ).rejects.toMatchObject(taken)
    await expect(write((writer) => writer.updateRole(roleId, { name: 'Viewer' }))).rejects.toMatchObject(
      taken,
    )
    await write((writer) => writer.updateWorkspace(id, { name: 'research' }))
    expect(await own().read.findWorkspace(id)).toMatchObject({ name: 'research' })
  })

  test('another organisation sees nothing of it', async () => {
    const { read } = foreign()
    expect(await read.get()).toMatchObject({ id: other, name: 'Other' })
    expect(await read.findMembership(testing.userId)).toEqual({ isAdmin: false, workspaces: [] })
    expect(await read.findWorkspace(testing.workspaceId)).toBeUndefined()
    expect((await read.pageWorkspaces({})).total).toBe(0)
    expect((await read.pageRoles({})).total).toBe(0)
    expect((await testing.database.system.people.list(other, {})).total).toBe(0)
    const places = await testing.database.system.people.listPlaces(other, {
      workspaceId: testing.workspaceId,
    })
    expect(places).toEqual({ rows: [], total: 0 })
    const nowhere = testing.database.organization(randomUUID())
    await expect(nowhere.read.get()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('another organisation changes nothing of it, and can bind nobody to it', async () => {
    const { workspaceId, userId, organizationId } = testing
    const before = await own().read.findMembership(userId)
    const roleId = before.workspaces[0]?.roleId ?? ''
    const ownRole = await foreign().write((writer) =>
      writer.insertRole({ name: 'thief', permissions: ['all'] }),
    )
    const theirs = await foreign().write((writer) => writer.insertWorkspace({ name: 'Theirs' }))
    const refused: ((writer: OrganizationWriter) => Promise<unknown>)[] = [
      (writer) => writer.updateWorkspace(workspaceId, { name: 'Stolen' }),
      (writer) => writer.updateRole(roleId, { permissions: [] }),
      (writer) => writer.deleteRole(roleId, () => {}),
      (writer) => writer.changeWorkspaceMember({ workspaceId, userId, roleId: ownRole }),
      (writer) => writer.addWorkspaceMember({ workspaceId: theirs, userId, roleId: ownRole }),
      (writer) => writer.addWorkspaceMember({ workspaceId, userId, roleId: ownRole }),
    ]
    for (const attempt of refused) {
      await expect(foreign().write(attempt)).rejects.toMatchObject({ code: 'not_found' })
    }
    const { people, workspaces } = testing.database.system
    const missing = { code: 'not_found' }
    await expect(
      people.remove({ organizationId: other, userId }, { entries: () => [entry] }),
    ).rejects.toMatchObject(missing)
    await expect(
      people.change({ organizationId: other, userId }, { isAdmin: false }, { entries: () => [entry] }),
    ).rejects.toMatchObject(missing)
    await expect(
      people.adopt({ organizationId: other, userId, isAdmin: false }, entry),
    ).rejects.toMatchObject(missing)
    await people.removeFromWorkspace({ organizationId: other, workspaceId, userIds: [userId] }, [])
    await expect(workspaces.delete({ organizationId: other, workspaceId }, entry)).rejects.toMatchObject(
      missing,
    )
    expect(await own().read.findMembership(userId)).toEqual(before)
    await addTestMember(testing, { organizationId: other, userId, isAdmin: false })
    const mixed = { workspaceId: theirs, userId, roleId }
    await expect(foreign().write((writer) => writer.addWorkspaceMember(mixed))).rejects.toMatchObject(missing)
    await people.remove({ organizationId: other, userId }, { entries: () => [entry] })
    expect(await own().read.findMembership(userId)).toEqual(before)
    expect(await people.find(organizationId, userId)).toMatchObject({ isAdmin: true })
  })
})
