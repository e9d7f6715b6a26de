import type { OrganizationUser } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { createOutbox } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene, tokenOf } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const MINUTE_MS = 60_000

describe.each(databaseKinds)('a mail that does not arrive on %s', (kind) => {
  let scene: PeopleScene
  let roleId: string
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    roleId = await scene.makeRole(['chatflows:view'])
    const { context } = scene.server
    context.outbox = createOutbox(context, { againAfterMs: [60 * MINUTE_MS] })
  })
  afterAll(() => scene.stop())

  const rowOf = async (email: string, by: TestCaller = scene.administrator) => {
    const path = `/organizationuser?organizationId=${scene.organizationId}&search=${email}`
    const rows = await by.expect<OrganizationUser[]>(200, 'GET', path)
    return rows.find(({ user }) => user.email === email)
  }
  const resend = (id: string, asLink?: boolean) =>
    scene.administrator.call<{ isMailed: boolean; inviteLink?: string; reason?: string }>(
      'POST',
      '/account/resend-invitation',
      { user: { id }, ...(asLink === undefined ? {} : { asLink }) },
    )
  const accept = async (email: string, tempToken: string) => {
    const user = { name: 'Bob', email, credential: PASSWORD, tempToken }
    return (await scene.server.anonymous().call('POST', '/account/register', { user })).status
  }
  /** Invites somebody whose mailbox is refused with that code. */
  const inviteInVain = async (email: string, code: number) => {
    scene.mail?.refuseNext(1, code)
    const { user } = await scene.invite(email, roleId)
    await expect.poll(async () => (await rowOf(email))?.undelivered).toBeDefined()
    return user.id
  }

  test('is told beside its person, with what the server of mail said, until one arrives', async () => {
    const email = 'gone@example.com'
    const id = await inviteInVain(email, 550)
    expect(await rowOf(email)).toMatchObject({
      undelivered: { about: 'invitation', fault: expect.stringContaining('Not now'), isEnded: true },
      may: { resend: true, showLink: true },
    })
    expect((await resend(id)).body).toMatchObject({ isMailed: true })
    await scene.mail?.take(email)
    await expect.poll(async () => (await rowOf(email))?.undelivered).toBeUndefined()
    expect((await rowOf(email))?.may).not.toHaveProperty('showLink')
  })

  test('is told while it is tried again, and when it waits for longer than it should', async () => {
    await inviteInVain('slow@example.com', 451)
    expect(await rowOf('slow@example.com')).toMatchObject({ undelivered: { isEnded: false } })
    const { context } = scene.server
    const { outbox } = context
    context.outbox = { wake: () => undefined, end: async () => undefined }
    await scene.invite('waits@example.com', roleId)
    expect((await rowOf('waits@example.com'))?.undelivered).toBeUndefined()
    scene.pass(2 * MINUTE_MS)
    expect(await rowOf('waits@example.com')).toMatchObject({ undelivered: { fault: null, isEnded: false } })
    scene.comeBack()
    context.outbox = outbox
    outbox.wake()
    await scene.mail?.take('waits@example.com')
  })

  test('lets its link be shown, which ends the one before; one that arrived does not', async () => {
    const email = 'handed@example.com'
    const id = await inviteInVain(email, 451)
    const { body } = await resend(id, true)
    expect(body).toMatchObject({ isMailed: false })
    expect((await rowOf(email))?.undelivered).toBeUndefined()
    expect(await accept(email, tokenOf(body.inviteLink))).toBe(201)
    const { user } = await scene.invite('arrived@example.com', roleId)
    const token = await scene.tokenFromMail('arrived@example.com')
    const refused = await resend(user.id, true)
    expect(refused).toMatchObject({ status: 409, body: { reason: 'invitation_link_kept' } })
    expect(await accept('arrived@example.com', token)).toBe(201)
  })

  test('is not told to who manages nobody, nor to another organisation, nor of one’s own account', async () => {
    const email = 'hidden@example.com'
    await inviteInVain(email, 550)
    const { caller } = await scene.makeMember('inviter@example.com', ['workspace:add-user', 'chatflows:view'])
    expect((await rowOf(email, caller))?.undelivered).toBeUndefined()
    const other = await scene.server.addOrganization()
    const path = `/organizationuser?organizationId=${other.organizationId}`
    expect(JSON.stringify(await other.caller.expect(200, 'GET', path))).not.toContain('undelivered')
    const own = await scene.makeMember('own@example.com', ['chatflows:view'])
    scene.mail?.refuseNext(1, 550)
    const passwords = { oldPassword: PASSWORD, newPassword: 'Another-Staple-8' }
    await own.caller.expect(200, 'PUT', '/account/password', passwords)
    await expect.poll(async () => (await scene.server.context.db.system.mails.count()).ended).toBe(2)
    expect((await rowOf('own@example.com'))?.undelivered).toBeUndefined()
  })

  test('lets no link be shown where strangers make organisations', async () => {
    const id = await inviteInVain('cloud@example.com', 550)
    const { context } = scene.server
    const { settings } = context
    context.settings = { ...settings, platformType: 'cloud' }
    expect((await rowOf('cloud@example.com'))?.may).not.toHaveProperty('showLink')
    const refused = await resend(id, true)
    context.settings = settings
    expect(refused).toMatchObject({ status: 409, body: { reason: 'invitation_link_kept' } })
  })
})
