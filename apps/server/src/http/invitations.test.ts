import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { APP_URL, PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

describe.each(databaseKinds)('invitations on %s', (kind) => {
  let scene: PeopleScene
  let viewer: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    viewer = await scene.makeRole(['chatflows:view'])
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const register = (user: object) => scene.server.anonymous().call('POST', '/account/register', { user })
  const person = (email: string, tempToken: unknown) => ({
    name: 'Bob',
    email,
    credential: PASSWORD,
    tempToken,
  })
  const inviting = (
    by: TestCaller,
    email: string,
    [role, workspace = scene.workspaceId]: [string, string?],
  ) =>
    by.call('POST', '/account/invite', { user: { email }, workspace: { id: workspace }, role: { id: role } })

  test('go to the mailbox, and who accepts signs in with the role [S7-ACC-01 S7-ACC-02]', async () => {
    const invited = await scene.invite('Bob@Example.com', viewer)
    expect(invited).toMatchObject({ user: { email: 'bob@example.com', status: 'invited' }, isMailed: true })
    expect(invited.inviteLink).toBeUndefined()
    const mail = await scene.mail?.take('bob@example.com')
    expect(mail?.text).toContain(ADMINISTRATOR.email)
    const link = /http\S+/.exec(mail?.text ?? '')?.[0]
    expect(link?.startsWith(`${APP_URL}/register?`)).toBe(true)
    const made = await register(person('bob@example.com', tokenOf(link)))
    expect(made).toMatchObject({
      status: 201,
      body: { user: { name: 'Bob' }, workspace: { id: scene.workspaceId } },
    })
    const bob = await scene.signIn('bob@example.com')
    expect(await bob.expect(200, 'GET', '/auth/session')).toMatchObject({ permissions: ['chatflows:view'] })
    const again = await register(person('bob@example.com', tokenOf(link)))
    expect(again.status).toBe(400)
  })

  test('cannot be accepted by any other token, and every refusal looks alike', async () => {
    await scene.invite('cleo@example.com', viewer)
    const token = await scene.tokenFromMail('cleo@example.com')
    const refusals = await Promise.all([
      register(person('cleo@example.com', 'x')),
      register(person('cleo@example.com', `${token}x`)),
      register(person('dora@example.com', token)),
    ])
    const plain = refusals.map(({ status, body }) => ({ status, ...(body as object), requestId: '' }))
    expect(plain[0]).toMatchObject({
      status: 400,
      message: 'This invitation is not valid any more. Ask for a new one.',
    })
    expect(new Set(plain.map((each) => JSON.stringify(each))).size).toBe(1)
    for (const wrong of [null, '', [], {}, 7]) {
      expect((await register(person('cleo@example.com', wrong))).status).toBe(400)
    }
    expect(
      (
        await scene.server
          .anonymous()
          .call('POST', '/auth/login', { email: 'cleo@example.com', password: PASSWORD })
      ).status,
    ).toBe(401)
  })

  test('end after seven days, and with the next one', async () => {
    await scene.invite('dan@example.com', viewer)
    const first = await scene.tokenFromMail('dan@example.com')
    scene.pass(120_000)
    await scene.invite('dan@example.com', viewer)
    const second = await scene.tokenFromMail('dan@example.com')
    expect((await register(person('dan@example.com', first))).status).toBe(400)
    scene.pass(7 * DAY_MS + 1)
    expect((await register(person('dan@example.com', second))).status).toBe(400)
    scene.comeBack()
    expect((await register(person('dan@example.com', second))).status).toBe(201)
  })

  test('of one token used many times at once make one account', async () => {
    await scene.invite('emma@example.com', viewer)
    const token = await scene.tokenFromMail('emma@example.com')
    const uses = await Promise.all([1, 2, 3].map(() => register(person('emma@example.com', token))))
    expect(uses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  })

  test('are refused to who may not invite, and the refusal is written down', async () => {
    const { caller, id } = await scene.makeMember('fred@example.com', ['chatflows:view'])
    expect((await inviting(caller, 'x1@example.com', [viewer])).status).toBe(403)
    const log = await scene.administrator.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?action=user.invited&outcome=refused',
    )
    expect(log.data).toMatchObject([{ actor: { id, name: 'fred@example.com' }, outcome: 'refused' }])
    expect(await scene.findPerson('x1@example.com')).toBeUndefined()
  })

  test('give no role that may do more than who gives it', async () => {
    const { caller } = await scene.makeMember('gina@example.com', ['workspace:add-user', 'chatflows:view'])
    const strong = await scene.makeRole(['chatflows:view', 'credentials:view'])
    expect((await inviting(caller, 'x2@example.com', [strong])).status).toBe(400)
    expect(await scene.findPerson('x2@example.com')).toBeUndefined()
    expect((await inviting(caller, 'x2@example.com', [viewer])).status).toBe(201)
    expect(await scene.findPerson('x2@example.com')).toMatchObject({ status: 'invited' })
  })

  test('give nobody the link of somebody who was invited to more', async () => {
    const { caller } = await scene.makeMember('hugo@example.com', ['workspace:add-user', 'chatflows:view'])
    await scene.invite('chief@example.com', await scene.makeRole(['credentials:view']))
    const token = await scene.tokenFromMail('chief@example.com')
    expect((await inviting(caller, 'chief@example.com', [viewer])).status).toBe(400)
    expect((await register(person('chief@example.com', token))).status).toBe(201)
  })

  test('lead into no workspace and give no role of others', async () => {
    const { caller } = await scene.makeMember('ida@example.com', ['workspace:add-user', 'chatflows:view'])
    const other = await scene.makeWorkspace()
    const unknown = '00000000-0000-4000-8000-000000000000'
    const statuses = await Promise.all([
      inviting(caller, 'x3@example.com', [viewer, other]),
      inviting(caller, 'x3@example.com', [viewer, unknown]),
      inviting(caller, 'x3@example.com', [unknown]),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('of somebody with an account make a member at once, and lower nobody', async () => {
    const { id } = await scene.makeMember('jack@example.com', ['chatflows:view'])
    const other = await scene.makeWorkspace()
    const invited = await scene.invite('jack@example.com', viewer, { workspaceId: other })
    expect(invited.user).toMatchObject({ id, status: 'active' })
    expect((await scene.mail?.take('jack@example.com'))?.text).not.toContain('token=')
    const again = await inviting(scene.administrator, ADMINISTRATOR.email, [viewer])
    expect(again.status).toBe(409)
  })

  test('open nothing of who could not give it any more', async () => {
    const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    const owner = roles.find(({ builtIn }) => builtIn === 'owner')?.id ?? ''
    const places = [{ workspaceId: scene.workspaceId, role: 'owner' as const }]
    const { organizationId } = scene
    const ends: ((userId: string) => [string, string, object?])[] = [
      (userId) => ['DELETE', `/organizationuser?organizationId=${organizationId}&userId=${userId}`],
      (userId) => ['PUT', '/organizationuser', { organizationId, userId, status: 'disable' }],
    ]
    for (const [index, end] of ends.entries()) {
      const giver = await scene.server.addPerson({ name: 'Giver', isAdmin: true, places })
      const email = `accomplice-${index}@example.com`
      await scene.invite(email, owner, { by: giver.caller })
      const token = await scene.tokenFromMail(email)
      await scene.administrator.expect(200, ...end(giver.userId))
      expect((await register(person(email, token))).status).toBe(400)
      const { id: userId } = (await scene.findPerson(email)) ?? { id: '' }
      scene.pass(120_001)
      await scene.administrator.expect(201, 'POST', '/account/resend-invitation', { user: { id: userId } })
      expect((await register(person(email, await scene.tokenFromMail(email)))).status).toBe(201)
    }
  })

  test('write who was invited by whom into the audit log', async () => {
    const log = await scene.administrator.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?action=user.invited&outcome=done&search=bob',
    )
    expect(log.data).toMatchObject([
      { actor: { name: ADMINISTRATOR.email }, subject: { name: 'bob@example.com' }, address: '127.0.0.1' },
    ])
  })
})

describe('invitations without mail', () => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene('sqlite', { hasMail: false })
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  test('show their link to who invites, whatever the host of the call', async () => {
    const role = await scene.makeRole(['chatflows:view'])
    const body = {
      user: { email: 'bob@example.com' },
      workspace: { id: scene.workspaceId },
      role: { id: role },
    }
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const answer = await scene.administrator.call<{ inviteLink: string }>(
      'POST',
      '/account/invite',
      body,
      headers,
    )
    expect(answer.status).toBe(201)
    expect(answer.body.inviteLink.startsWith(`${APP_URL}/register?`)).toBe(true)
    expect(answer.text).not.toContain('evil.example')
  })

  describe('a link that was shown', () => {
    const RIGHTS = ['workspace:add-user', 'chatflows:view']
    /** Somebody of few rights invites a person, and keeps the link. */
    async function keepLink(email: string) {
      const { caller, id } = await scene.makeMember(`inviter-of-${email}`, RIGHTS)
      const role = await scene.makeRole(['chatflows:view'])
      const { user, inviteLink } = await scene.invite(email, role, { by: caller })
      const take = () => {
        const person = { name: 'Thief', email, credential: PASSWORD, tempToken: tokenOf(inviteLink) }
        return scene.server.anonymous().call('POST', '/account/register', { user: person })
      }
      return { caller, inviterId: id, userId: user.id, take }
    }

    test('does not open what others gave the person meanwhile', async () => {
      const admins = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
      const owner = admins.find(({ builtIn }) => builtIn === 'owner')?.id
      const raised = await keepLink('chief@example.com')
      const { userId } = raised
      await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId: owner })
      expect((await raised.take()).status).toBe(400)

      const linked = await keepLink('linked@example.com')
      const other = await scene.makeWorkspace()
      await scene.invite('linked@example.com', await scene.makeRole(['credentials:view']), {
        workspaceId: other,
      })
      expect((await linked.take()).status).toBe(400)
    })

    test('opens nothing once its inviter is barred', async () => {
      const { inviterId, take } = await keepLink('late@example.com')
      const bar = { userId: inviterId, status: 'disable' }
      await scene.administrator.expect(200, 'PUT', '/organizationuser', bar)
      expect((await take()).status).toBe(400)
    })

    test('is good for what its inviter could give', async () => {
      const { caller, take } = await keepLink('plain@example.com')
      expect((await caller.call('GET', '/auth/session')).status).toBe(200)
      expect((await take()).status).toBe(201)
    })
  })

  test('registration stays closed', async () => {
    const user = { name: 'Eve', email: 'eve@example.com', credential: PASSWORD }
    expect((await scene.server.anonymous().call('POST', '/account/register', { user })).status).toBe(409)
  })

  test('a forgotten password is told to be the administrator’s matter, for every address', async () => {
    const answers = await Promise.all(
      [ADMINISTRATOR.email, 'nobody@example.com'].map((email) =>
        scene.server.anonymous().call('POST', '/account/forgot-password', { user: { email } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(answers[0]?.text).toContain('sends no mail')
  })
})
