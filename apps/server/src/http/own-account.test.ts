import type { AuditEntry } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const OTHER = 'Staple-Battery-9'
const WRONG = 'Wrong-Staple-1'

describe.each(databaseKinds)('the own account by PUT /user on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterAll(() => scene.stop())

  const person = (email: string) => scene.makeMember(email, ['chatflows:view'])
  const status = async (caller: TestCaller) => (await caller.call('GET', '/auth/session')).status
  const actsOf = async (email: string) => {
    const path = `/audit/entries?search=${encodeURIComponent(email)}`
    const { data } = await scene.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', path)
    return data.map(({ action }) => action).filter((action) => !/^(user|invitation)\./.test(action))
  }

  test('a new password ends the other sessions, is told by mail, and stands in the log', async () => {
    const email = 'ann@example.com'
    const { caller, id } = await person(email)
    const second = await scene.signIn(email)
    const change = { id, newPassword: OTHER, oldPassword: PASSWORD }
    const same = await caller.call('PUT', '/user', { ...change, newPassword: PASSWORD })
    expect(same).toMatchObject({ status: 400, body: { issues: [{ path: 'newPassword' }] } })
    expect([await status(caller), await status(second)]).toEqual([200, 200])
    await caller.expect(200, 'PUT', '/user', change)
    expect([await status(caller), await status(second)]).toEqual([200, 401])
    expect((await scene.mail?.take(email))?.text).toContain('Your password was changed')
    expect(await actsOf(email)).toEqual(['password.changed'])
  })

  test('its tries of the password count with those of the other ways, and a name forgives none', async () => {
    const { caller, id } = await person('ben@example.com')
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      await caller.expect(200, 'PUT', '/user', { id, name: `Ben ${index}` })
      const guess =
        index % 2 === 0
          ? await caller.call('PUT', '/user', { id, oldPassword: WRONG, newPassword: OTHER })
          : await caller.call('PUT', '/account/password', { oldPassword: WRONG, newPassword: OTHER })
      statuses.push(guess.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  test('a new address needs the password and waits for the link in its own mailbox', async () => {
    const email = 'cas@example.com'
    const { caller, id } = await person(email)
    const change = { id, email: 'cas.new@example.com' }
    for (const oldPassword of [undefined, WRONG])
      expect(await caller.call('PUT', '/user', { ...change, oldPassword })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'oldPassword' }] },
      })
    const answer = await caller.expect(200, 'PUT', '/user', { ...change, oldPassword: PASSWORD })
    expect(answer).toMatchObject({ email })
    const tempToken = await scene.tokenFromMail(change.email)
    await caller.expect(200, 'POST', '/account/confirm-email-change', { user: { tempToken } })
    expect(await status(await scene.signIn(change.email))).toBe(200)
    expect(await actsOf(email)).toEqual(['email.changed', 'email-change.requested'])
  })

  test('what is refused in part is not done at all', async () => {
    const email = 'dia@example.com'
    const { caller, id } = await person(email)
    const all = { id, name: 'Diana', email: 'dia.new@example.com', newPassword: OTHER, oldPassword: PASSWORD }
    expect(await caller.call('PUT', '/user', all)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'email' }] },
    })
    expect((await caller.call('PUT', '/user', { id, name: 'Diana', newPassword: OTHER })).status).toBe(400)
    expect(await caller.expect(200, 'GET', `/user?id=${id}`)).toMatchObject({ name: 'Member', email })
    await scene.signIn(email)
    expect(await actsOf(email)).toEqual([])
  })

  test('a sign-in lands in the workspace that one switched to last, in whatever browser', async () => {
    const email = 'eve@example.com'
    const { caller: first, id } = await person(email)
    const workspaceId = await scene.makeWorkspace()
    const roleId = await scene.makeRole(['chatflows:view'])
    await scene.administrator.expect(201, 'POST', '/workspaceuser', { workspaceId, userId: id, roleId })
    const landing = async () => {
      const caller = await scene.signIn(email)
      const { activeWorkspaceId } = await caller.expect<{ activeWorkspaceId: string }>(
        200,
        'GET',
        '/auth/session',
      )
      return activeWorkspaceId
    }
    expect(await landing()).toBe(scene.workspaceId)
    await first.expect(200, 'POST', `/workspace/switch?id=${workspaceId}`, {})
    expect(await landing()).toBe(workspaceId)
    expect(await landing()).toBe(workspaceId)
    await scene.administrator.expect(200, 'POST', `/workspace/unlink-users/${workspaceId}`, { userIds: [id] })
    expect(await landing()).toBe(scene.workspaceId)
  })
})
