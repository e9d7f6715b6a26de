import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { interruptAct } from '../testing/interrupt-act.ts'
import { PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const STRONG = [
  'chatflows:view',
  'users:manage',
  'roles:manage',
  'workspace:view',
  'workspace:create',
  'workspace:add-user',
  'workspace:unlink-user',
]

describe.each(databaseKinds)('rights are asked again where the act is written, on %s', (kind) => {
  let scene: PeopleScene
  let small: string
  let count = 0
  const ends: (() => void)[] = []
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
    small = await scene.makeRole(['chatflows:view'])
  })
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })
  afterAll(() => scene.stop())

  const meanwhile = (happens: () => Promise<unknown>) =>
    ends.push(interruptAct(scene.server.context, happens).restore)
  const next = (name: string) => {
    count += 1
    return `${name}-${count}@example.com`
  }
  const administrator = () => scene.administrator
  const place = (userId: string, roleId: string) => ({ workspaceId: scene.workspaceId, userId, roleId })
  const lower = (userId: string) => administrator().expect(200, 'PUT', '/workspaceuser', place(userId, small))
  const bar = (userId: string) =>
    administrator().expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })

  interface Act {
    /** What there is before, and the call. */
    prepare(giver: TestCaller): Promise<() => ReturnType<TestCaller['call']>>
    action: string
  }
  const acts: Record<string, Act> = {
    'giving a place': {
      action: 'workspace-user.linked',
      async prepare(giver) {
        const { id: userId } = await scene.makeMember(next('guest'), [])
        const there = `workspaceId=${scene.workspaceId}&userId=${userId}`
        await administrator().expect(200, 'DELETE', `/workspaceuser?${there}`)
        return () => giver.call('POST', '/workspaceuser', place(userId, small))
      },
    },
    'giving another role': {
      action: 'workspace-user.updated',
      async prepare(giver) {
        const { id } = await scene.makeMember(next('guest'), [])
        return () => giver.call('PUT', '/workspaceuser', place(id, small))
      },
    },
    'taking a place': {
      action: 'workspace-user.unlinked',
      async prepare(giver) {
        const { id } = await scene.makeMember(next('guest'), [])
        return () => giver.call('DELETE', `/workspaceuser?workspaceId=${scene.workspaceId}&userId=${id}`)
      },
    },
    inviting: {
      action: 'user.invited',
      prepare: async (giver) => () => invite(giver, next('new'), small),
    },
    'inviting again': {
      action: 'user.invited',
      async prepare(giver) {
        const email = next('waiting')
        await scene.invite(email, small)
        return () => invite(giver, email, small)
      },
    },
    'sending an invitation again': {
      action: 'invitation.resent',
      async prepare(giver) {
        const { user } = await scene.invite(next('waiting'), small)
        return () => giver.call('POST', '/account/resend-invitation', { user: { id: user.id } })
      },
    },
    'making a role': {
      action: 'role.created',
      prepare: async (giver) => () =>
        giver.call('POST', '/role', { name: next('role'), permissions: ['chatflows:view'] }),
    },
    'changing a role': {
      action: 'role.updated',
      async prepare(giver) {
        const id = await scene.makeRole(['chatflows:view'])
        return () => giver.call('PUT', '/role', { id, permissions: ['users:manage'] })
      },
    },
    'deleting a role': {
      action: 'role.deleted',
      async prepare(giver) {
        const id = await scene.makeRole(['chatflows:view'])
        return () => giver.call('DELETE', `/role?id=${id}`)
      },
    },
    'barring somebody': {
      action: 'user.barred',
      async prepare(giver) {
        const { id: userId } = await scene.makeMember(next('guest'), [])
        return () => giver.call('PUT', '/organizationuser', { userId, status: 'disable' })
      },
    },
    'removing somebody': {
      action: 'user.removed',
      async prepare(giver) {
        const { id } = await scene.makeMember(next('guest'), [])
        const query = `organizationId=${scene.organizationId}&userId=${id}`
        return () => giver.call('DELETE', `/organizationuser?${query}`)
      },
    },
    'making a workspace': {
      action: 'workspace.created',
      prepare: async (giver) => () => giver.call('POST', '/workspace', { name: next('workspace') }),
    },
  }
  const invite = (by: TestCaller, email: string, role: string) =>
    by.call('POST', '/account/invite', {
      user: { email },
      workspace: { id: scene.workspaceId },
      role: { id: role },
    })
  /** How often somebody did something. */
  async function doneBy(userId: string, action: string): Promise<number> {
    const { data } = await administrator().expect<{ data: { actor: { id: string } }[] }>(
      200,
      'GET',
      `/audit/entries?action=${action}&outcome=done`,
    )
    return data.filter(({ actor }) => actor.id === userId).length
  }

  describe.each(Object.entries(acts))('%s', (_name, { prepare, action }) => {
    test.each([
      ['lost the role', lower],
      ['was barred', bar],
    ])('is refused to who %s meanwhile, and nothing is written', async (_how, end) => {
      const giver = await scene.makeMember(next('giver'), STRONG)
      const act = await prepare(giver.caller)
      meanwhile(() => end(giver.id))
      const answer = await act()
      expect([400, 403, 404]).toContain(answer.status)
      expect(await doneBy(giver.id, action)).toBe(0)
    })

    test('goes on for who still may', async () => {
      const giver = await scene.makeMember(next('giver'), STRONG)
      const act = await prepare(giver.caller)
      meanwhile(async () => undefined)
      expect([200, 201]).toContain((await act()).status)
      expect(await doneBy(giver.id, action)).toBe(1)
    })
  })

  test.each([
    [
      'a place',
      (by: TestCaller, userId: string, role: string) => by.call('PUT', '/workspaceuser', place(userId, role)),
    ],
    ['an invitation', (by: TestCaller, _userId: string, role: string) => invite(by, next('new'), role)],
  ])('a role that grew meanwhile is given by nobody who holds less: %s', async (_what, give) => {
    const giver = await scene.makeMember(next('giver'), STRONG)
    const { id } = await scene.makeMember(next('guest'), [])
    const role = await scene.makeRole(['chatflows:view'])
    meanwhile(() =>
      administrator().expect(200, 'PUT', '/role', {
        id: role,
        permissions: ['chatflows:view', 'credentials:view'],
      }),
    )
    expect([400, 403]).toContain((await give(giver.caller, id, role)).status)
  })

  test.each([
    ['lost the role', lower],
    ['was barred', bar],
  ])('a link opens nothing of a giver who %s while the password is looked at', async (_how, end) => {
    const giver = await scene.makeMember(next('giver'), STRONG)
    const email = next('arriving')
    const { inviteLink } = await scene.invite(email, await scene.makeRole(['users:manage']), {
      by: giver.caller,
    })
    const user = { name: 'New', email, credential: PASSWORD, tempToken: tokenOf(inviteLink) }
    meanwhile(() => end(giver.id))
    const stranger = scene.server.anonymous()
    expect((await stranger.call('POST', '/account/register', { user })).status).toBe(400)
    expect((await stranger.call('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(401)
  })

  test('who waits and got more meanwhile keeps the link out of the hands of who holds less', async () => {
    const giver = await scene.makeMember(next('giver'), STRONG)
    const email = next('waiting')
    await scene.invite(email, small)
    const wide = await scene.makeRole(['credentials:view'])
    const workspaceId = await scene.makeWorkspace()
    meanwhile(() => scene.invite(email, wide, { workspaceId }))
    expect((await invite(giver.caller, email, small)).status).toBe(400)
  })
})
