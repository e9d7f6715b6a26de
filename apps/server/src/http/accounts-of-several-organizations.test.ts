import { allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

/**
 * What people do to others by their ids, and why it may be done to somebody who is in another organisation, too. A route
 * that is not named here takes the account itself and refuses.
 */
const OF_THE_ORGANIZATION: Partial<Record<RouteName, string>> = {
  resendInvitation: 'only who has not come yet, who is a placeholder of the organisation',
  createResetLink: 'only accounts of that organisation alone, when it is made and when it is used',
  createOrganizationUser: 'only accounts of no organisation',
  updateOrganizationUser: 'what somebody is in the organisation',
  deleteOrganizationUser: 'the membership; the account goes only where it has no other',
  createWorkspaceUser: 'a place in a workspace of the organisation',
  updateWorkspaceUser: 'a role in a workspace of the organisation',
  deleteWorkspaceUser: 'a place in a workspace of the organisation',
}

const acts = (Object.entries(allRoutes) as [RouteName, RouteDefinition][]).filter(
  ([, { method, path, policy }]) =>
    method !== 'GET' &&
    policy.gate === 'session' &&
    policy.permissions !== 'every-caller' &&
    /^\/(account|user|organizationuser|workspaceuser)\b/.test(path),
)

/** Somebody's account as it lies there, with all by which it opens. */
async function accountOf({ server }: PeopleScene, userId: string) {
  const { accounts, passkeys, secondFactors, sessions } = server.context.db.system
  const { updatedAt: _at, lastLoginAt: _login, ...account } = (await accounts.findUser(userId)) ?? {}
  const live = await sessions.listLive(userId, server.context.now())
  return {
    account,
    factor: await secondFactors.find(userId),
    codes: await secondFactors.countRecoveryCodes(userId),
    passkeys: await passkeys.list(userId),
    sessions: live.map(({ familyId }) => familyId),
  }
}

describe.each(databaseKinds)('an account in several organisations on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterAll(() => scene.stop())

  /** Somebody with a second factor. */
  async function protectedMember(email: string) {
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    await turnOn(caller)
    // That it is on.
    await scene.mail?.take(email)
    return { caller, id, email }
  }

  async function turnOn(caller: TestCaller) {
    const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
      password: PASSWORD,
    })
    const code = timedCode(secret, scene.server.context.now())
    await caller.expect(200, 'POST', '/account/second-factor/confirm', { code })
  }

  /** Brings somebody into another organisation, by its invitation and their own password. */
  async function takeIn(email: string) {
    const other = await scene.server.addOrganization()
    const roles = await scene.server.context.db.organization(other.organizationId).read.listBuiltInRoles()
    const roleId = roles.find(({ builtIn }) => builtIn === 'member')?.id ?? ''
    await scene.invite(email, roleId, { by: other.caller, workspaceId: other.workspaceId })
    const tempToken = await scene.tokenFromMail(email)
    const user = { name: 'Member', email, credential: PASSWORD, tempToken }
    await scene.server.anonymous().expect(201, 'POST', '/account/register', { user })
    return other
  }

  test('every act on the people of others is known', () => {
    const known = [...Object.keys(OF_THE_ORGANIZATION), 'inviteUser', 'inviteUsers', 'resetSecondFactor']
    expect(acts.map(([name]) => name).toSorted()).toEqual(known.toSorted())
  })

  test('keeps its second factor, its way in and its sessions, whatever the administrator of one does', async () => {
    const { id, email } = await protectedMember('anna@example.com')
    const other = await takeIn(email)
    const before = await accountOf(scene, id)
    const refusal = await other.caller.call('DELETE', `/account/second-factor/${id}`)
    expect(refusal).toMatchObject({ status: 403, body: { reason: 'account_elsewhere' } })
    expect((await scene.administrator.call('DELETE', `/account/second-factor/${id}`)).status).toBe(403)
    for (const status of ['disable', 'active'])
      await other.caller.expect(200, 'PUT', '/organizationuser', { userId: id, status })
    await other.caller.call('PUT', '/user', { id, name: 'Changed', email: 'x@example.com' })
    await other.caller.call('PUT', '/user', { id, oldPassword: 'x', newPassword: 'Another-Staple-8' })
    const { organizationId } = other
    await other.caller.expect(
      200,
      'DELETE',
      `/organizationuser?organizationId=${organizationId}&userId=${id}`,
    )
    expect(await accountOf(scene, id)).toEqual(before)
  })

  test('counts where somebody is barred as a place of theirs', async () => {
    const { id, email } = await protectedMember('bert@example.com')
    const other = await takeIn(email)
    await other.caller.expect(200, 'PUT', '/organizationuser', { userId: id, status: 'disable' })
    expect((await scene.administrator.call('DELETE', `/account/second-factor/${id}`)).status).toBe(403)
  })

  test('of one alone loses its second factor by its administrator, and is told by mail', async () => {
    const { id, email } = await protectedMember('cora@example.com')
    await scene.administrator.expect(200, 'DELETE', `/account/second-factor/${id}`)
    expect((await scene.mail?.take(email))?.text).toContain(ADMINISTRATOR.email)
    await scene.signIn(email)
  })

  test('keeps its second factor from its owner, too, where nothing is proved', async () => {
    const { id, caller } = await protectedMember('dina@example.com')
    await scene.administrator.expect(200, 'PUT', '/organizationuser', {
      userId: id,
      roleId: await ownerRole(),
    })
    const refusal = await caller.call('DELETE', `/account/second-factor/${id}`)
    expect(refusal).toMatchObject({ status: 403, body: { reason: 'factor_own' } })
    const upper = await caller.call('DELETE', `/account/second-factor/${id.toUpperCase()}`)
    expect(upper.status).toBe(403)
    expect((await accountOf(scene, id)).factor).toBeDefined()
  })

  test('shows each organisation when its owner came to it, and not when to another', async () => {
    const email = 'rosa@example.com'
    const { id } = await scene.makeMember(email, ['chatflows:view'])
    const other = await takeIn(email)
    const seenBy = async (by: TestCaller, path: string) => {
      const rows = await by.expect<{ userId: string; lastLogin: string | null }[]>(200, 'GET', path)
      return rows.find(({ userId }) => userId === id)?.lastLogin
    }
    const there = async () => [
      await seenBy(other.caller, '/organizationuser?sort=lastLogin'),
      await seenBy(other.caller, `/workspaceuser?workspaceId=${other.workspaceId}&sort=lastLogin`),
    ]
    const here = () => seenBy(scene.administrator, '/organizationuser')
    const before = await here()
    scene.pass(60_000)
    const caller = await scene.signIn(email)
    expect(Date.parse((await here()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''))
    expect(await there()).toEqual([null, null])
    const come = await here()
    await caller.expect(200, 'POST', `/workspace/switch?id=${other.workspaceId}`, {})
    expect(await there()).toEqual([expect.any(String), expect.any(String)])
    scene.pass(60_000)
    await scene.signIn(email)
    expect(await here()).toBe(come)
    scene.comeBack()
  })

  test('is told to each organisation without what its owner does for another', async () => {
    const email = 'emil@example.com'
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const other = await takeIn(email)
    const back = await scene.signIn(email)
    await back.call('POST', '/account/logout', {})
    const wrong = { email, password: 'Wrong-Staple-1' }
    await scene.server.anonymous().call('POST', '/auth/login', wrong)
    const change = { email: 'private@example.com', password: PASSWORD }
    await caller.expect(200, 'PUT', '/account/email', change)
    await caller.expect(200, 'PUT', '/user', { id, name: 'Emil' })
    await caller.expect(200, 'DELETE', '/account/sessions')
    const activityOf = async (by: TestCaller) =>
      (
        await by.expect<{ data: { message: string; username: string; address: string | null }[] }>(
          200,
          'POST',
          '/audit/login-activity',
          { pageNo: 1, search: email },
        )
      ).data
    expect(await activityOf(other.caller)).toMatchObject([{ message: 'Incorrect Credential', address: null }])
    const own = await activityOf(scene.administrator)
    expect(own).toEqual(expect.arrayContaining([expect.objectContaining({ address: '127.0.0.1' })]))
    const log = async (by: TestCaller) => {
      const path = '/audit/entries?page=1&limit=100&search=emil'
      const { data } = await by.expect<{ data: { action: string }[] }>(200, 'GET', path)
      return data.filter(({ action }) => !/^(invitation|user)\./.test(action))
    }
    const seen = await log(other.caller)
    const actions = seen.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['email-change.requested', 'name.changed']))
    expect(JSON.stringify(seen)).not.toMatch(/private@|127\.0\.0\.1/)
    expect(JSON.stringify(await log(scene.administrator))).not.toContain('private@')
  })

  const ownerRole = async () => {
    const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    return roles.find(({ builtIn }) => builtIn === 'owner')?.id ?? ''
  }
})
