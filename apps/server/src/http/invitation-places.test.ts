import type { Invitation, InvitationPlaces } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

describe.each(databaseKinds)('who invites on %s', (kind) => {
  let scene: PeopleScene
  /** Where nobody is but by what a test does. */
  let remote: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    remote = await scene.makeWorkspace()
  })
  afterAll(() => scene.stop())

  const path = (workspaceId?: string) =>
    workspaceId === undefined ? '/account/invite' : `/account/invite?workspaceId=${workspaceId}`
  const placesOf = (by: TestCaller, workspaceId?: string) =>
    by.expect<InvitationPlaces>(200, 'GET', path(workspaceId))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
  const invite = (by: TestCaller, email: string, [workspace, role]: [string, string]) =>
    by.call<Invitation>('POST', '/account/invite', {
      user: { email },
      workspace: { id: workspace },
      role: { id: role },
    })
  const link = (userId: string, roleId: string, workspaceId = remote) =>
    scene.administrator.expect(201, 'POST', '/workspaceuser', { workspaceId, userId, roleId })

  test('chooses, as an administrator, among all workspaces of the organisation and every role, and none of others', async () => {
    const other = await scene.server.addOrganization()
    const { workspaces, roles } = await placesOf(scene.administrator)
    expect(idsOf(workspaces)).toEqual([scene.workspaceId, remote].toSorted())
    expect(roles.map(({ builtIn }) => builtIn)).toContain('owner')
    expect((await scene.administrator.call('GET', path(other.workspaceId))).status).toBe(404)
    expect(idsOf((await placesOf(other.caller)).workspaces)).toEqual([other.workspaceId])
  })

  test('chooses among the workspaces where they may invite, and the roles that they may give there', async () => {
    const adds = ['workspace:add-user', 'chatflows:view', 'workspace:view']
    const { caller, id } = await scene.makeMember('ann@example.com', adds)
    const [looking, small, wide] = [
      await scene.makeRole(['chatflows:view']),
      await scene.makeRole(['workspace:view']),
      await scene.makeRole(['users:manage', 'credentials:view']),
    ]
    const home = await placesOf(caller)
    expect(idsOf(home.workspaces)).toEqual([scene.workspaceId])
    expect(idsOf(home.roles)).toEqual(expect.arrayContaining([looking, small]))
    expect(idsOf(home.roles)).not.toContain(wide)
    await link(id, looking)
    expect(idsOf((await placesOf(caller)).workspaces)).toEqual([scene.workspaceId])
    for (const workspaceId of [remote, UNKNOWN])
      expect((await caller.call('GET', path(workspaceId))).status).toBe(404)
    const given = { workspaceId: remote, userId: id, roleId: wide }
    await scene.administrator.expect(200, 'PUT', '/workspaceuser', given)
    const there = await placesOf(caller, remote.toUpperCase())
    expect(idsOf(there.workspaces)).toEqual([scene.workspaceId, remote].toSorted())
    expect(idsOf(there.roles)).toContain(wide)
    expect(idsOf(there.roles)).not.toContain(looking)
    // What is offered is what goes.
    expect((await invite(caller, 'x1@example.com', [remote, wide])).status).toBe(201)
    expect((await invite(caller, 'x2@example.com', [remote, looking])).status).toBe(400)
  })

  test('brings a member in as who links them: the same entry in the log, and the same mail', async () => {
    const role = await scene.makeRole(['chatflows:view'])
    const [invited, linked] = [
      await scene.makeMember('ivo@example.com', []),
      await scene.makeMember('lea@example.com', []),
    ]
    const made = await invite(scene.administrator, 'ivo@example.com', [remote, role])
    expect(made).toMatchObject({
      status: 201,
      body: { user: { id: invited.id, status: 'active' }, workspace: { id: remote }, isMailed: true },
    })
    await link(linked.id, role)
    const mails = [await scene.mail?.take('ivo@example.com'), await scene.mail?.take('lea@example.com')]
    expect(mails[0]?.text).toContain('added you to the workspace')
    expect(mails[1]?.text).toBe(mails[0]?.text)
    const { data } = await scene.administrator.expect<{ data: { subject: { id: string }; after: object }[] }>(
      200,
      'GET',
      '/audit/entries?action=workspace-user.linked&outcome=done',
    )
    const entryOf = (id: string) => data.find(({ subject }) => subject.id === id)?.after
    expect(entryOf(invited.id)).toBeDefined()
    expect(entryOf(linked.id)).toEqual(entryOf(invited.id))
    for (const email of ['ivo@example.com', 'lea@example.com'])
      expect((await invite(scene.administrator, email, [remote, role])).status).toBe(409)
  })

  test('tells nobody by that mail who waits with a link', async () => {
    const role = await scene.makeRole(['chatflows:view'])
    const waiting = await invite(scene.administrator, 'wim@example.com', [scene.workspaceId, role])
    await scene.tokenFromMail('wim@example.com')
    await link(waiting.body.user.id, role)
    await invite(scene.administrator, 'wim@example.com', [remote, role])
    const next = await scene.mail?.take('wim@example.com')
    expect(next?.text).toContain('token=')
  })

  test('brings members in by managing users alone, too, and none with more than they hold', async () => {
    const { caller } = await scene.makeMember('mia@example.com', ['users:manage', 'chatflows:view'])
    const { id } = await scene.makeMember('tom@example.com', [])
    const [small, wide] = [
      await scene.makeRole(['chatflows:view']),
      await scene.makeRole(['credentials:view']),
    ]
    const own = await scene.administrator.expect<{ userId: string }>(
      200,
      'DELETE',
      `/workspaceuser?workspaceId=${scene.workspaceId}&userId=${id}`,
    )
    expect(own.userId).toBe(id)
    expect((await invite(caller, 'tom@example.com', [scene.workspaceId, wide])).status).toBe(400)
    expect((await invite(caller, 'tom@example.com', [scene.workspaceId, small])).status).toBe(201)
  })
})
