import type { InvitationResult } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'

function inviting(
  scene: PeopleScene,
  emails: string[],
  place: { by?: TestCaller; role: string; workspace?: string },
) {
  const { by = scene.administrator, role, workspace = scene.workspaceId } = place
  return by.call<{ results: InvitationResult[] }>('POST', '/account/invitations', {
    users: emails.map((email) => ({ email })),
    workspace: { id: workspace },
    role: { id: role },
  })
}

describe.each(databaseKinds)('several invitations at once, on %s', (kind) => {
  let scene: PeopleScene
  let viewer: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    viewer = await scene.makeRole(['chatflows:view'])
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  test('have a result each: invited with a mail, brought in, here already, no address', async () => {
    await scene.makeMember('here@example.com', ['chatflows:view'])
    const elsewhere = await scene.makeMember('elsewhere@example.com', [])
    const there = `workspaceId=${scene.workspaceId}&userId=${elsewhere.id}`
    await scene.administrator.expect(200, 'DELETE', `/workspaceuser?${there}`)
    const emails = [
      'One@example.com',
      'not an address',
      'here@example.com',
      'elsewhere@example.com',
      ' two@example.com ',
      'one@example.com',
    ]
    const { status, body } = await inviting(scene, emails, { role: viewer })
    expect(status).toBe(201)
    expect(body.results).toEqual([
      { email: 'one@example.com', outcome: 'invited', isMailed: true },
      { email: 'not an address', outcome: 'malformed', isMailed: false },
      { email: 'here@example.com', outcome: 'present', isMailed: false },
      { email: 'elsewhere@example.com', outcome: 'added', isMailed: true },
      { email: 'two@example.com', outcome: 'invited', isMailed: true },
    ])
    for (const email of ['one@example.com', 'two@example.com']) {
      const tempToken = await scene.tokenFromMail(email)
      const user = { name: 'New', email, credential: PASSWORD, tempToken }
      expect((await scene.server.anonymous().call('POST', '/account/register', { user })).status).toBe(201)
    }
    expect((await scene.mail?.take('elsewhere@example.com'))?.text).toContain('added you to the workspace')
  })

  test('are refused as one before anybody is invited, where the place or the role is none to give', async () => {
    const { caller } = await scene.makeMember('giver@example.com', ['workspace:add-user', 'chatflows:view'])
    const wide = await scene.makeRole(['credentials:view'])
    const answers = await Promise.all([
      inviting(scene, ['a@example.com', 'b@example.com'], { by: caller, role: wide }),
      inviting(scene, ['a@example.com', 'b@example.com'], { by: caller, role: viewer, workspace: UNKNOWN }),
      inviting(scene, ['a@example.com', 'b@example.com'], { by: caller, role: UNKNOWN }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404])
    for (const email of ['a@example.com', 'b@example.com'])
      expect(await scene.findPerson(email)).toBeUndefined()
  })

  test('go on past one that is refused, whose refusal is told and written down', async () => {
    const { caller, id } = await scene.makeMember('small@example.com', [
      'workspace:add-user',
      'chatflows:view',
    ])
    await scene.invite('chief@example.com', await scene.makeRole(['credentials:view']))
    const emails = ['chief@example.com', 'plain@example.com']
    const { body } = await inviting(scene, emails, { by: caller, role: viewer })
    expect(body.results).toMatchObject([
      { outcome: 'refused', refusal: { reason: 'invited_beyond_own' } },
      { outcome: 'invited' },
    ])
    expect(await scene.findPerson('plain@example.com')).toMatchObject({ status: 'invited' })
    const { data } = await scene.administrator.expect<{ data: { actor: { id: string } }[] }>(
      200,
      'GET',
      '/audit/entries?action=user.invited&outcome=refused',
    )
    expect(data.filter(({ actor }) => actor.id === id)).toHaveLength(1)
  })

  test('one that meets a fault of ours is told, and nothing of it stays', async () => {
    const { invitations } = scene.server.context.db.system
    const { invite } = invitations
    invitations.invite = (invitation) =>
      invitation.email === 'unlucky@example.com' ? Promise.reject(new Error('Torn')) : invite(invitation)
    const emails = ['unlucky@example.com', 'lucky@example.com']
    const { body } = await inviting(scene, emails, { role: viewer })
    invitations.invite = invite
    expect(body.results).toMatchObject([
      { outcome: 'refused', refusal: { reason: 'invitation_failed' } },
      { outcome: 'invited', isMailed: true },
    ])
    expect(await scene.findPerson('unlucky@example.com')).toBeUndefined()
  })

  test('are at least one and not more than can be mailed at once', async () => {
    const many = Array.from({ length: 51 }, (_, n) => `n${n}@example.com`)
    for (const emails of [[], many])
      expect((await inviting(scene, emails, { role: viewer })).status).toBe(400)
  })
})

test('without mail each invitation shows its own link', async () => {
  const scene = await startPeopleScene('sqlite', { hasMail: false })
  const role = await scene.makeRole(['chatflows:view'])
  const emails = ['one@example.com', 'two@example.com']
  const { body } = await inviting(scene, emails, { role })
  for (const { email, inviteLink } of body.results) {
    const user = { name: 'New', email, credential: PASSWORD, tempToken: tokenOf(inviteLink) }
    expect((await scene.server.anonymous().call('POST', '/account/register', { user })).status).toBe(201)
  }
  await scene.stop()
})
