import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { APP_URL, PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe.each(databaseKinds)('invitations that are sent again on %s', (kind) => {
  let mailing: PeopleScene
  let mute: PeopleScene
  beforeAll(async () => {
    mailing = await startPeopleScene(kind)
    mute = await startPeopleScene(kind, { hasMail: false })
  })
  afterEach(() => {
    for (const scene of [mailing, mute]) scene.comeBack()
  })
  afterAll(async () => {
    for (const scene of [mailing, mute]) await scene.stop()
  })

  const resend = (by: TestCaller, id: string) =>
    by.call<{ isMailed: boolean; inviteLink?: string; reason?: string; issues?: { reason?: string }[] }>(
      'POST',
      '/account/resend-invitation',
      { user: { id } },
    )
  const accept = (scene: PeopleScene, email: string, tempToken: string) =>
    scene.server
      .anonymous()
      .call('POST', '/account/register', { user: { name: 'Bob', email, credential: PASSWORD, tempToken } })

  test('go to the mailbox with a link of their own, and the one of before opens nothing', async () => {
    const role = await mailing.makeRole(['chatflows:view'])
    const { user } = await mailing.invite('bob@example.com', role)
    const first = await mailing.tokenFromMail('bob@example.com')
    mailing.pass(120_000)
    const again = await resend(mailing.administrator, user.id)
    expect(again).toMatchObject({
      status: 201,
      body: { user: { id: user.id, status: 'invited' }, isMailed: true },
    })
    expect(again.body.inviteLink).toBeUndefined()
    const mail = await mailing.mail?.take('bob@example.com')
    expect(mail?.text).toContain(ADMINISTRATOR.email)
    const second = tokenOf(/http\S+/.exec(mail?.text ?? '')?.[0])
    expect((await accept(mailing, 'bob@example.com', first)).status).toBe(400)
    mailing.pass(6 * DAY_MS)
    expect((await accept(mailing, 'bob@example.com', second)).status).toBe(201)
    const bob = await mailing.signIn('bob@example.com')
    expect(await bob.expect(200, 'GET', '/auth/session')).toMatchObject({ permissions: ['chatflows:view'] })
    mailing.comeBack()
    const log = await mailing.administrator.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?action=invitation.resent&search=bob',
    )
    expect(log.data).toMatchObject([
      { actor: { name: ADMINISTRATOR.email }, subject: { id: user.id, name: 'bob@example.com' } },
    ])
  })

  test('without mail show the new link to who asks, once, and end the old one', async () => {
    const role = await mute.makeRole(['chatflows:view'])
    const { user, inviteLink } = await mute.invite('cleo@example.com', role)
    const again = await resend(mute.administrator, user.id)
    expect(again).toMatchObject({ status: 201, body: { isMailed: false } })
    expect(again.body.inviteLink?.startsWith(`${APP_URL}/register?`)).toBe(true)
    expect(again.body.inviteLink).not.toBe(inviteLink)
    expect((await accept(mute, 'cleo@example.com', tokenOf(inviteLink))).status).toBe(400)
    expect((await accept(mute, 'cleo@example.com', tokenOf(again.body.inviteLink))).status).toBe(201)
  })

  test('are for people who have not accepted alone', async () => {
    const { id } = await mute.makeMember('dan@example.com', ['chatflows:view'])
    expect(await resend(mute.administrator, id)).toMatchObject({
      status: 409,
      body: { reason: 'invitation_accepted' },
    })
    expect((await resend(mute.administrator, UNKNOWN)).status).toBe(404)
    const other = await startPeopleScene('sqlite', { hasMail: false })
    const { user } = await other.invite('emma@example.com', await other.makeRole([]))
    expect((await resend(mute.administrator, user.id)).status).toBe(404)
    await other.stop()
    const { user: barred } = await mute.invite('fred@example.com', await mute.makeRole([]))
    const bar = { userId: barred.id, status: 'disable' }
    await mute.administrator.expect(200, 'PUT', '/organizationuser', bar)
    expect(await resend(mute.administrator, barred.id)).toMatchObject({
      status: 409,
      body: { reason: 'invitation_barred' },
    })
  })

  test('are for who manages people, and give nobody the link of somebody who was invited to more', async () => {
    const viewer = await mute.makeRole(['chatflows:view'])
    const { user } = await mute.invite('gina@example.com', viewer)
    const { user: chief } = await mute.invite('hugo@example.com', await mute.makeRole(['credentials:view']))
    const { caller: reader } = await mute.makeMember('ida@example.com', ['chatflows:view'])
    expect((await resend(reader, user.id)).status).toBe(403)
    const { caller: manager } = await mute.makeMember('jack@example.com', ['users:manage', 'chatflows:view'])
    expect((await resend(manager, user.id)).status).toBe(201)
    const refused = await resend(manager, chief.id)
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ reason: 'invited_beyond_own' }] } })
    expect(refused.body.inviteLink).toBeUndefined()
  })
})
