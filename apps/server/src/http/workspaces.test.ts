import { workspaceContentKinds } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { eraseDeleted } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import type { Person } from '../testing/test-people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

interface Me {
  id: string
  activeWorkspaceId: string
  activeWorkspace: string
  activeOrganizationId: string
  permissions: string[]
  role: string
  assignedWorkspaces: { id: string; name: string }[]
}

describe.each(databaseKinds)('workspaces on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let home: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    home = (await meOf(administrator)).activeWorkspaceId
  })
  afterAll(() => server.stop())

  const meOf = (caller: TestCaller) => caller.expect<Me>(200, 'GET', '/auth/session')
  const makeWorkspace = (name: string) =>
    administrator.expect<{ id: string; name: string }>(201, 'POST', '/workspace', { name })
  const roleNamed = async (name: string) => {
    const roles = await administrator.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
    return roles.find((role) => role.name === name)?.id ?? ''
  }
  /** Deletes a workspace as if its server had stopped right after: nothing of it is erased yet. */
  const closeOnly = async (workspaceId: string) => {
    const { activeOrganizationId: organizationId } = await meOf(administrator)
    await server.context.db.system.workspaces.delete(
      { organizationId, workspaceId },
      {
        action: 'workspace.deleted',
        actor: { kind: 'operator', id: null, name: null, address: null, agent: null },
        subject: { kind: 'workspace', id: workspaceId, name: null },
      },
    )
  }
  const told = (answer: { status: number; body: unknown }) => {
    const { message, issues } = answer.body as { message?: string; issues?: unknown }
    return { status: answer.status, message, issues }
  }

  test('that are being erased are told to the administrators of their organisation, with what is left', async () => {
    const read = async (caller: TestCaller) =>
      (await caller.expect<{ erasing?: object[] }>(200, 'GET', '/organization')).erasing
    expect(await read(administrator)).toEqual([])
    const { id } = await makeWorkspace('Attic')
    await administrator.expect(200, 'POST', `/workspace/switch?id=${id}`)
    await makeFlow(administrator, replyFlow('In the attic'))
    await administrator.expect(200, 'POST', `/workspace/switch?id=${home}`)
    await closeOnly(id)
    expect(await read(administrator)).toEqual([
      { id, name: 'Attic', deletedDate: expect.any(String), contents: expect.objectContaining({ flows: 1 }) },
    ])
    const { caller } = await server.addPerson({
      name: 'Max',
      organizationId: (await meOf(administrator)).activeOrganizationId,
      places: [{ workspaceId: home, role: 'owner' }],
    })
    expect(await read(caller)).toBeUndefined()
    const { caller: stranger } = await server.addOrganization()
    expect(await read(stranger)).toEqual([])
    await eraseDeleted(server.context)
    expect(await read(administrator)).toEqual([])
  })

  test('are made, renamed, listed and found, and their maker is in them [S7-WS-08..11]', async () => {
    const made = await makeWorkspace('  Marketing ')
    expect(made).toMatchObject({ name: 'Marketing', description: null, createdBy: null })
    const changed = await administrator.expect<object>(200, 'PUT', '/workspace', {
      ...made,
      name: 'Market',
      description: 'Campaigns',
    })
    expect(changed).toMatchObject({ id: made.id, name: 'Market', description: 'Campaigns' })
    expect(await administrator.expect(200, 'GET', `/workspace?id=${made.id}`)).toEqual({
      ...changed,
      userCount: 1,
      onlyHereCount: 0,
      contents: Object.fromEntries(workspaceContentKinds.map((kind) => [kind, 0])),
      may: { see: true, add: true, change: true, delete: true },
      holds: expect.arrayContaining(['workspace:delete', 'sso:manage']),
    })
    const page = await administrator.expect<{ data: { name: string }[]; total: number }>(
      200,
      'GET',
      `/workspace?organizationId=${(await meOf(administrator)).activeOrganizationId}&page=1&limit=1&search=mark&sort=name`,
    )
    expect(page).toMatchObject({ total: 1, data: [{ id: made.id, userCount: 1, isOrgDefault: false }] })
    const me = await meOf(administrator)
    expect(me.assignedWorkspaces.map(({ name }) => name)).toEqual(['Default Workspace', 'Market'])
  })

  test('have names of their own, and two names are nobody’s', async () => {
    await makeWorkspace('Twice')
    const taken = await administrator.call('POST', '/workspace', { name: 'TWICE' })
    expect(told(taken)).toMatchObject({ status: 409, issues: [{ path: 'name' }] })
    for (const name of ['Default Workspace', 'personal workspace']) {
      const refused = await administrator.call('POST', '/workspace', { name })
      expect(told(refused)).toMatchObject({ status: 400, issues: [{ path: 'name' }] })
    }
    const known = await administrator.expect<object>(200, 'GET', `/workspace?id=${home}`)
    await administrator.expect(200, 'PUT', '/workspace', { ...known, description: 'The first' })
    for (const name of ['', ' ', 'x'.repeat(101)])
      expect((await administrator.call('POST', '/workspace', { name })).status).toBe(400)
    expect((await administrator.call('POST', '/workspace', { name: 'X', workspaceId: home })).status).toBe(
      400,
    )
  })

  test('a switch changes what is seen and nothing else, and ends no session [S7-WS-13]', async () => {
    const { id } = await makeWorkspace('Elsewhere')
    const flow = await makeFlow(administrator, replyFlow(), { name: 'At home' })
    const after = await administrator.expect<Me>(200, 'POST', `/workspace/switch?id=${id}`)
    expect(after).toMatchObject({ activeWorkspaceId: id, activeWorkspace: 'Elsewhere', role: 'owner' })
    expect((await administrator.call('GET', `/chatflows/${flow}`)).status).toBe(404)
    await administrator.expect(200, 'POST', '/auth/refreshToken', {})
    expect((await meOf(administrator)).activeWorkspaceId).toBe(id)
    expect((await meOf(await server.administrator())).activeWorkspaceId).toBe(id)
    await administrator.expect(200, 'POST', `/workspace/switch?id=${home}`)
    await administrator.expect(200, 'GET', `/chatflows/${flow}`)
  })

  test('a switch to a workspace that one is not in is answered as one to none', async () => {
    const foreign = await server.addOrganization()
    for (const id of [foreign.workspaceId, UNKNOWN]) {
      const refused = await administrator.call('POST', `/workspace/switch?id=${id}`)
      expect(told(refused)).toMatchObject({ status: 404, message: `Workspace ${id} not found` })
    }
    expect((await meOf(administrator)).activeWorkspaceId).toBe(home)
  })

  test('a page that shows another workspace is told so and changes nothing', async () => {
    const { id } = await makeWorkspace('Shown by a tab')
    const stale = await administrator.call('POST', '/variables', { name: 'astray' }, { 'x-workspace-id': id })
    expect(stale).toMatchObject({ status: 409, body: { code: 'workspace_unavailable' } })
    expect(await administrator.expect(200, 'GET', '/variables?search=astray')).toEqual([])
    const right = { 'x-workspace-id': home }
    expect((await administrator.call('GET', '/variables', undefined, right)).status).toBe(200)
  })

  test('a page of somebody else is told so and changes nothing, but may ask whose the session is', async () => {
    const page = { 'x-user-id': UNKNOWN }
    const stale = await administrator.call('POST', '/variables', { name: 'not_mine', value: '1' }, page)
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'session_of_another', reason: 'person_changed' },
    })
    expect(await administrator.expect(200, 'GET', '/variables?search=not_mine')).toEqual([])
    const { id } = await meOf(administrator)
    expect((await administrator.call('GET', '/auth/session', undefined, page)).body).toMatchObject({ id })
    const own = { 'x-user-id': id }
    expect((await administrator.call('GET', '/variables', undefined, own)).status).toBe(200)
  })

  describe('with people', () => {
    let workspace: { id: string }
    let viewer: Person
    let nobody: Person
    beforeAll(async () => {
      workspace = await makeWorkspace('Team')
      viewer = await server.addPerson({ name: 'Vera', places: [{ workspaceId: home, role: 'viewer' }] })
      nobody = await server.addPerson({ name: 'Nina', places: [] })
    })

    test('are seen by those who are in them; others are as if they were not there [S7-WS-04 S7-WS-05 S3-LINK-01]', async () => {
      const seen = await viewer.caller.expect<{ id: string }[]>(
        200,
        'GET',
        `/workspaceuser?userId=${viewer.userId}`,
      )
      const organizationId = (await meOf(viewer.caller)).activeOrganizationId
      expect(seen).toMatchObject([
        {
          workspaceId: home,
          workspace: { name: 'Default Workspace', organizationId },
          userId: viewer.userId,
          roleId: await roleNamed('viewer'),
          role: { name: 'viewer' },
          isOrgOwner: false,
        },
      ])
      const both = `/workspaceuser?organizationId=${organizationId}&userId=${viewer.userId}`
      expect(await viewer.caller.expect(200, 'GET', both)).toEqual(seen)
      const lead = await server.addPerson({ name: 'Lena', places: [{ workspaceId: home, role: 'admin' }] })
      const list = await lead.caller.expect<{ id: string }[]>(200, 'GET', '/workspace')
      expect(list.map(({ id }) => id)).toEqual([home])
      for (const id of [workspace.id, UNKNOWN]) {
        expect((await lead.caller.call('GET', `/workspace?id=${id}`)).status).toBe(404)
        expect((await lead.caller.call('DELETE', `/workspace/${id}`)).status).toBe(404)
        const rename = { id, name: 'Mine' }
        expect((await lead.caller.call('PUT', '/workspace', rename)).status).toBe(404)
        expect((await lead.caller.call('GET', `/workspaceuser?workspaceId=${id}`)).status).toBe(404)
      }
    })

    test('take people in with a role, change it at once, and let them go [S7-WS-01 S7-WS-03 S7-WS-06 S7-WS-07]', async () => {
      const { id: workspaceId } = workspace
      const { userId } = viewer
      const place = { workspaceId, userId, roleId: await roleNamed('editor') }
      const added = await administrator.expect(201, 'POST', '/workspaceuser', place)
      expect(added).toMatchObject({ status: 'active', user: { name: 'Vera' }, role: { name: 'editor' } })
      expect((await administrator.call('POST', '/workspaceuser', place)).status).toBe(409)
      await viewer.caller.expect(200, 'POST', `/workspace/switch?id=${workspaceId}`)
      await viewer.caller.expect(200, 'POST', '/variables', { name: 'of_an_editor' })
      const changed = await administrator.expect<object>(200, 'PUT', '/workspaceuser', {
        ...place,
        roleId: await roleNamed('viewer'),
      })
      expect(changed).toMatchObject({ role: { name: 'viewer' } })
      expect((await viewer.caller.call('POST', '/variables', { name: 'of_a_viewer' })).status).toBe(403)
      const path = `/workspaceuser?workspaceId=${workspaceId}&userId=${userId}`
      expect(await administrator.expect(200, 'GET', path)).toEqual({
        ...changed,
        isOnlyPlace: false,
        may: { change: true, delete: true },
      })
      await administrator.expect(200, 'DELETE', path)
      expect((await administrator.call('GET', path)).status).toBe(404)

      const lost = await viewer.caller.call('GET', '/variables')
      expect(lost).toMatchObject({ status: 409, body: { code: 'workspace_unavailable' } })
      const me = await meOf(viewer.caller)
      expect(me).toMatchObject({ activeWorkspaceId: workspaceId, activeWorkspace: '', permissions: [] })
      expect(me.assignedWorkspaces.map(({ id }) => id)).toEqual([home])
      await viewer.caller.expect(200, 'POST', `/workspace/switch?id=${home}`)
      await viewer.caller.expect(200, 'GET', '/variables')
    })

    test('take in several at once, all or none [S7-WS-14 S7-WS-15]', async () => {
      const { id } = workspace
      const roleId = await roleNamed('viewer')
      const users = [viewer, nobody].map(({ userId }) => ({ userId, roleId }))
      const path = `/workspace/link-users/${id}`
      const refused = await administrator.call('POST', path, {
        users: [...users, { userId: UNKNOWN, roleId }],
      })
      expect(refused.status).toBe(404)
      const people = (caller = administrator) =>
        caller.expect<{ data: { userId: string }[]; total: number }>(
          200,
          'GET',
          `/workspaceuser?workspaceId=${id}&page=1&limit=10&sort=name`,
        )
      expect((await people()).total).toBe(1)
      await administrator.expect(200, 'POST', path, { users })
      expect((await people()).total).toBe(3)
      const userIds = users.map(({ userId }) => userId)
      await administrator.expect(200, 'POST', `/workspace/unlink-users/${id}`, { userIds })
      expect((await people()).total).toBe(1)
    })

    test('take in nobody of another organisation, and no role of it', async () => {
      const foreign = await server.addOrganization()
      const theirRoles = await foreign.caller.expect<{ id: string }[]>(200, 'GET', '/role')
      const roleId = await roleNamed('viewer')
      const attempts = [
        { workspaceId: workspace.id, userId: foreign.userId, roleId },
        { workspaceId: workspace.id, userId: nobody.userId, roleId: theirRoles[0]?.id },
        { workspaceId: foreign.workspaceId, userId: nobody.userId, roleId },
      ]
      for (const attempt of attempts)
        expect((await administrator.call('POST', '/workspaceuser', attempt)).status).toBe(404)
      const query = `workspaceId=${foreign.workspaceId}&userId=${foreign.userId}`
      expect((await administrator.call('GET', `/workspaceuser?${query}`)).status).toBe(404)
      expect((await administrator.call('DELETE', `/workspaceuser?${query}`)).status).toBe(404)
    })

    test('nobody gives what they do not hold, nor governs who holds more', async () => {
      const permissions = ['workspace:view', 'workspace:add-user', 'workspace:unlink-user', 'chatflows:view']
      const { id: role } = await administrator.expect<{ id: string }>(201, 'POST', '/role', {
        name: 'inviter',
        permissions,
      })
      const inviter = await server.addPerson({ name: 'Ivo', places: [{ workspaceId: home, role }] })
      const give = async (name: string, userId = nobody.userId) =>
        inviter.caller.call('POST', '/workspaceuser', {
          workspaceId: home,
          userId,
          roleId: await roleNamed(name),
        })
      expect(told(await give('editor'))).toMatchObject({
        status: 403,
        message: expect.stringContaining('chatflows:create'),
      })
      expect((await give('member')).status).toBe(201)
      const raise = await inviter.caller.call('PUT', '/workspaceuser', {
        workspaceId: home,
        userId: inviter.userId,
        roleId: await roleNamed('admin'),
      })
      expect(raise.status).toBe(403)
      const me = await meOf(administrator)
      const of = (userId: string) => `/workspaceuser?workspaceId=${home}&userId=${userId}`
      for (const userId of [me.id, viewer.userId])
        expect((await inviter.caller.call('DELETE', of(userId))).status).toBe(403)
      expect((await inviter.caller.call('DELETE', of(nobody.userId))).status).toBe(200)
      expect((await inviter.caller.call('DELETE', of(inviter.userId))).status).toBe(409)
    })
  })

  test('are deleted with all that is in them, at once for everybody [S7-WS-12]', async () => {
    const { id } = await makeWorkspace('Doomed')
    const viewer = await server.addPerson({
      name: 'Dora',
      places: [
        { workspaceId: id, role: 'viewer' },
        { workspaceId: home, role: 'viewer' },
      ],
    })
    await administrator.expect(200, 'POST', `/workspace/switch?id=${id}`)
    const flow = await makeFlow(administrator, replyFlow())
    await administrator.expect(200, 'POST', `/internal-prediction/${flow}`, { question: 'x', chatId: 'c' })
    const keys = await administrator.expect<{ apiKey: string; isNew?: true }[]>(200, 'POST', '/apikey', {
      keyName: 'k',
      permissions: ['chatflows:view'],
    })
    const key = keys.find(({ isNew }) => isNew)?.apiKey
    await administrator.expect(200, 'DELETE', `/workspace/${id}`)
    expect((await meOf(administrator)).activeWorkspaceId).toBe(home)
    expect((await meOf(viewer.caller)).activeWorkspaceId).toBe(home)
    const byKey = await server.anonymous().call('GET', '/chatflows', undefined, {
      authorization: `Bearer ${key}`,
    })
    expect(byKey.status).toBe(401)
    expect((await server.anonymous().call('POST', `/prediction/${flow}`, { question: 'x' })).status).toBe(404)
    expect((await administrator.call('DELETE', `/workspace/${id}`)).status).toBe(404)
    expect(await server.context.db.system.routes.listWorkspaceIds()).not.toContain(id)
  })

  test('tell what would be lost to who may delete them, and to nobody else', async () => {
    const { id } = await makeWorkspace('Counted')
    await administrator.expect(200, 'POST', `/workspace/switch?id=${id}`)
    await administrator.expect(200, 'POST', '/variables', { name: 'region', value: 'eu', type: 'static' })
    await administrator.expect(200, 'POST', `/workspace/switch?id=${home}`)
    const asked = await administrator.expect<object>(200, 'GET', `/workspace?id=${id}`)
    expect(asked).toMatchObject({ contents: { flows: 0, variables: 1, credentials: 0 } })
    const viewer = await server.addPerson({ name: 'Vito', places: [{ workspaceId: id, role: 'viewer' }] })
    const seen = await viewer.caller.call('GET', `/workspace?id=${id}`)
    expect(seen.body).not.toHaveProperty('contents')
    const list = await administrator.expect<object[]>(200, 'GET', '/workspace')
    expect(list.filter((row) => 'contents' in row)).toEqual([])
  })

  test('tell who is left without one, and answer them that, without an end of their session [S4-WS-05]', async () => {
    const { id } = await makeWorkspace('Only here')
    const both = [id, home].map((workspaceId) => ({ workspaceId, role: 'viewer' }))
    const goesOn = await server.addPerson({ name: 'Goran', places: both })
    const isLeft = await server.addPerson({ name: 'Lia', places: both.slice(0, 1) })
    const isOut = await server.addPerson({ name: 'Olga', places: both.slice(0, 1) })
    const asked = () => administrator.expect(200, 'GET', `/workspace?id=${id}`)
    const placeOf = ({ userId }: Person) => `/workspaceuser?workspaceId=${id}&userId=${userId}`
    expect(await asked()).toMatchObject({ onlyHereCount: 2 })
    expect(await administrator.expect(200, 'GET', placeOf(goesOn))).toMatchObject({ isOnlyPlace: false })
    expect(await administrator.expect(200, 'GET', placeOf(isOut))).toMatchObject({ isOnlyPlace: true })
    await administrator.expect(200, 'DELETE', placeOf(isOut))
    expect(await asked()).toMatchObject({ onlyHereCount: 1 })
    await administrator.expect(200, 'DELETE', `/workspace/${id}`)
    expect(await meOf(goesOn.caller)).toMatchObject({ activeWorkspaceId: home })
    for (const { caller } of [isLeft, isOut]) {
      expect(await meOf(caller)).toMatchObject({
        assignedWorkspaces: [],
        activeWorkspace: '',
        permissions: [],
      })
      const lost = await caller.call('GET', '/variables')
      expect(lost).toMatchObject({ status: 409, body: { code: 'workspace_unavailable' } })
      await caller.expect(200, 'POST', '/auth/refreshToken', {})
    }
    await administrator.expect(201, 'POST', '/workspaceuser', {
      workspaceId: home,
      userId: isLeft.userId,
      roleId: await roleNamed('viewer'),
    })
    await isLeft.caller.expect(200, 'POST', `/workspace/switch?id=${home}`)
    await isLeft.caller.expect(200, 'GET', '/variables')
    await isOut.caller.expect(200, 'POST', '/account/logout', {})
  })

  test('the last one of an organisation and the only one of the caller stay', async () => {
    const foreign = await server.addOrganization()
    const path = `/workspace/${foreign.workspaceId}`
    expect(told(await foreign.caller.call('DELETE', path))).toMatchObject({ status: 409 })
    const { id } = await foreign.caller.expect<{ id: string }>(201, 'POST', '/workspace', { name: 'Second' })
    await foreign.caller.expect(200, 'DELETE', path)
    expect((await foreign.caller.call('DELETE', `/workspace/${id}`)).status).toBe(409)
  })
})
