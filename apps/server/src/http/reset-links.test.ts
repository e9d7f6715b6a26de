import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const OTHER = 'Another-Staple-8'

interface OrganizationRoles {
  owner: string
  member: string
}

describe.each(databaseKinds)('a link for a new password, made by an administrator, on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  const make = (id: string, by: TestCaller = scene.administrator) =>
    by.call<{ resetLink: string; reason?: string }>('POST', '/account/reset-link', { user: { id } })
  const use = (email: string, link: string) =>
    scene.server.anonymous().call('POST', '/account/reset-password', {
      user: { email, tempToken: tokenOf(link), password: OTHER },
    })

  test('that is used many times at once sets one password', async () => {
    const email = 'often@example.com'
    const { id } = await scene.makeMember(email, ['chatflows:view'])
    const { body } = await make(id)
    const passwords = [1, 2, 3, 4].map((n) => `Another-Staple-${n}`)
    const uses = await Promise.all(
      passwords.map((password) =>
        scene.server.anonymous().call('POST', '/account/reset-password', {
          user: { email, tempToken: tokenOf(body.resetLink), password },
        }),
      ),
    )
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    await scene.signIn(email, passwords[uses.findIndex(({ status }) => status === 200)] ?? '')
  })

  test('sets it once, ends what is signed in, and leaves no word of the link in the log', async () => {
    const email = 'rosa@example.com'
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const made = await make(id)
    expect(made.status).toBe(201)
    expect(JSON.stringify(made.body)).not.toContain(PASSWORD)
    expect((await use(email, made.body.resetLink)).status).toBe(200)
    expect((await use(email, made.body.resetLink)).status).toBe(400)
    expect((await caller.call('GET', '/auth/session')).status).toBe(401)
    await scene.signIn(email, OTHER)
    const log = await scene.administrator.expect(200, 'GET', '/audit/entries?page=1&limit=50')
    expect(JSON.stringify(log)).toContain('password-reset.requested')
    expect(JSON.stringify(log)).not.toContain(tokenOf(made.body.resetLink))
  })

  test('is made by administrators of the organisation alone, not for themselves, nor for people of others', async () => {
    const { caller, id } = await scene.makeMember('mia@example.com', ['users:manage', 'workspace:add-user'])
    const { id: other } = await scene.makeMember('max@example.com', ['chatflows:view'])
    expect((await make(other, caller)).status).toBe(403)
    const me = await scene.administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    expect(await make(me.id)).toMatchObject({ status: 409, body: { reason: 'reset_of_own' } })
    const foreign = await scene.server.addOrganization()
    expect((await make(foreign.userId)).status).toBe(404)
    expect((await make(id, foreign.caller)).status).toBe(404)
  })

  test.each([
    ['demoted', (userId: string, { member }: OrganizationRoles) => ({ userId, roleId: member })],
    ['barred', (userId: string) => ({ userId, status: 'disable' })],
  ])('opens nothing once who made it is %s', async (how, change) => {
    const email = `made-by-${how}@example.com`
    const { caller, id: maker } = await scene.makeMember(email, ['chatflows:view'])
    const builtIn = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    const idOf = (name: string) => builtIn.find((role) => role.builtIn === name)?.id ?? ''
    const roles = { owner: idOf('owner'), member: idOf('member') }
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId: maker, roleId: roles.owner })
    const me = await scene.administrator.expect<{ id: string; email: string }>(200, 'GET', '/auth/session')
    const made = await make(me.id, caller)
    expect(made.status).toBe(201)
    await scene.administrator.expect(200, 'PUT', '/organizationuser', change(maker, roles))
    expect((await use(me.email, made.body.resetLink)).status).toBe(400)
    await scene.administrator.expect(200, 'GET', '/auth/session')
  })

  test('opens no account that belongs to another organisation, also where it joined after the link was made', async () => {
    const email = 'tom@example.com'
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const before = await make(id)
    const other = await scene.server.addOrganization()
    const roles = await scene.server.context.db.organization(other.organizationId).read.listBuiltInRoles()
    const roleId = roles.find(({ builtIn }) => builtIn === 'member')?.id ?? ''
    const place = { by: other.caller, workspaceId: other.workspaceId }
    const { inviteLink } = await scene.invite(email, roleId, place)
    const user = { name: 'Tom', email, credential: PASSWORD, tempToken: tokenOf(inviteLink) }
    await scene.server.anonymous().expect(201, 'POST', '/account/register', { user })
    expect((await use(email, before.body.resetLink)).status).toBe(400)
    expect(await make(id)).toMatchObject({ status: 409, body: { reason: 'reset_elsewhere' } })
    expect(await make(id, other.caller)).toMatchObject({ status: 409, body: { reason: 'reset_elsewhere' } })
    await scene.signIn(email)
    const placesOf = (by: TestCaller) => by.expect<object[]>(200, 'GET', `/organizationuser?userId=${id}`)
    expect((await placesOf(caller)).length).toBe(2)
    expect((await placesOf(scene.administrator)).length).toBe(1)
  })

  test('is not made for who was only invited, whose invitation is sent again, and not into nothing', async () => {
    const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    const roleId = roles.find(({ builtIn }) => builtIn === 'viewer')?.id ?? ''
    const workspaceId = await scene.makeWorkspace()
    const { user } = await scene.invite('ira@example.com', roleId, { workspaceId })
    expect(await make(user.id)).toMatchObject({ status: 409, body: { reason: 'reset_of_invited' } })
    const resend = () =>
      scene.administrator.call('POST', '/account/resend-invitation', { user: { id: user.id } })
    expect((await resend()).status).toBe(201)
    await scene.administrator.expect(
      200,
      'DELETE',
      `/workspaceuser?workspaceId=${workspaceId}&userId=${user.id}`,
    )
    expect(await resend()).toMatchObject({ status: 409, body: { reason: 'invitation_without_place' } })
  })

  test('is told to be needless, or not to be had, where it is so', async () => {
    const { id } = await scene.makeMember('cleo@example.com', ['chatflows:view'])
    const { settings } = scene.server.context
    const { platformType } = settings
    settings.platformType = 'cloud'
    expect(await make(id)).toMatchObject({ status: 409, body: { reason: 'reset_by_operator' } })
    settings.platformType = platformType
    expect((await make(id)).status).toBe(201)
  })

  test('who is barred is told so, and noted so, once the password fits', async () => {
    const email = 'bea@example.com'
    const { id: userId } = await scene.makeMember(email, ['chatflows:view'])
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    const enter = (password: string) =>
      scene.server.anonymous().call('POST', '/auth/login', { email, password })
    expect(await enter(PASSWORD)).toMatchObject({ status: 403, body: { reason: 'barred' } })
    expect((await enter(OTHER)).body).toMatchObject({ code: 'wrong_credentials' })
    const { data } = await scene.administrator.expect<{ data: { activityCode: number }[] }>(
      200,
      'POST',
      '/audit/login-activity',
      { pageNo: 1, search: email },
    )
    expect(data.map(({ activityCode }) => activityCode)).toEqual([-2, -3, 0])
  })
})
