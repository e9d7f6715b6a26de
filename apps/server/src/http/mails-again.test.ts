import { databaseKinds } from '@runnel/db/testing'
import { createOutbox } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const MINUTE_MS = 60_000
/** So short that a test need not wait, and the last one so long that it never comes. */
const SHORT_MS = [5, 5, 5]

describe.each(databaseKinds)('a mail that was promised on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    startShort()
  })
  afterAll(() => scene.stop())

  function startShort(): void {
    const { context } = scene.server
    context.outbox = createOutbox(context, { againAfterMs: SHORT_MS, restsMs: [5], lookMs: 50 })
  }
  const mail = () => {
    if (!scene.mail) throw new Error('The scene sends no mail.')
    return scene.mail
  }
  const mails = () => scene.server.context.db.system.mails
  const forget = (email: string) =>
    scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
  const mailsTo = (email: string) => mail().mails.filter(({ to }) => to.includes(email)).length
  const untilNoneWaits = () => expect.poll(async () => (await mails().count()).waiting).toBe(0)

  test('is sent again while the server of mail says that it cannot now; its link works', async () => {
    const email = 'bob@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const { offered } = mail()
    mail().refuseNext(3, 451)
    await forget(email)
    const user = { email, tempToken: await scene.tokenFromMail(email), password: 'Another-Staple-8' }
    expect(mail().offered).toBe(offered + 4)
    await scene.server.anonymous().expect(200, 'POST', '/account/reset-password', { user })
  })

  test('bears the same id at each try', async () => {
    const email = 'same@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await forget(email)
    const { raw } = await mail().take(email)
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.com>/m)
  })

  test('is not sent again where the mailbox is refused for good, and may be asked for at once', async () => {
    const email = 'gone@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const { offered } = mail()
    mail().refuseNext(1, 550)
    await forget(email)
    await expect.poll(() => mail().offered).toBe(offered + 1)
    await untilNoneWaits()
    expect(mail().offered).toBe(offered + 1)
    scene.pass(3 * MINUTE_MS)
    await forget(email)
    await mail().take(email)
    scene.comeBack()
  })

  test('that a newer link makes useless is tried no more', async () => {
    const email = 'twice@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const before = mailsTo(email)
    const { context } = scene.server
    await context.outbox.end()
    context.outbox = createOutbox(context, { againAfterMs: [MINUTE_MS] })
    mail().refuseNext(1, 451)
    await forget(email)
    await expect.poll(() => mails().dueIn()).toBeGreaterThan(MINUTE_MS / 2)
    await context.outbox.end()
    startShort()
    scene.pass(3 * MINUTE_MS)
    await forget(email)
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
    await untilNoneWaits()
    expect(mailsTo(email)).toBe(before + 1)
    scene.comeBack()
  })

  test('tells of a new password in spite of an outage', async () => {
    const email = 'told@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const before = mailsTo(email)
    mail().refuseNext(1, 421)
    const passwords = { oldPassword: PASSWORD, newPassword: 'Another-Staple-8' }
    await caller.expect(200, 'PUT', '/account/password', passwords)
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
  })

  test('waits behind the one before it to the same mailbox, and others do not', async () => {
    const [email, other] = ['ordered@example.com', 'unordered@example.com']
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    await scene.makeMember(other, ['chatflows:view'])
    const before = mail().mails.length
    mail().refuseNext(1, 451)
    let last = PASSWORD
    for (const next of ['Another-Staple-8', 'Another-Staple-9']) {
      await caller.expect(200, 'PUT', '/account/password', { oldPassword: last, newPassword: next })
      last = next
    }
    await caller.expect(200, 'PUT', '/account/email', { email: 'ordered.new@example.com', password: last })
    await forget(other)
    await expect.poll(() => mail().mails.length).toBe(before + 5)
    const subjects = mail()
      .mails.slice(before)
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
    expect(subjects[0]).toBe(subjects[1])
    expect(new Set(subjects).size).toBe(2)
    expect(subjects).toHaveLength(3)
    expect(mailsTo(other)).toBe(2)
  })

  test('is not sent to its end by who lost the claim on it meanwhile', async () => {
    const email = 'late@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await untilNoneWaits()
    const before = mailsTo(email)
    const { context } = scene.server
    await context.outbox.end()
    const late = createOutbox(context, { leaseMs: 3_000, againAfterMs: [MINUTE_MS] })
    context.outbox = late
    const held = mail().holdNext()
    await forget(email)
    await held.reached
    await expect.poll(() => mails().dueIn()).toBe(0)
    startShort()
    context.outbox.wake()
    await untilNoneWaits()
    held.release()
    await late.end()
    const ids = mail()
      .mails.filter(({ to }) => to.includes(email))
      .slice(before)
      .map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1])
    expect(ids).toHaveLength(1)
  })

  test('is answered before a server of mail that is slow took it', async () => {
    const { context } = scene.server
    const { mailer } = context
    const taken = Promise.withResolvers<void>()
    let begun = 0
    context.mailer = {
      send: () => {
        begun += 1
        return taken.promise
      },
    }
    const role = await scene.makeRole(['chatflows:view'])
    expect(await scene.invite('slow@example.com', role)).toMatchObject({ isMailed: true })
    await expect.poll(() => begun).toBe(1)
    expect(await mails().count()).toMatchObject({ waiting: 1 })
    taken.resolve()
    await untilNoneWaits()
    context.mailer = mailer
  })

  test('lies in the database without any of its words, and leaves nothing when it ended', async () => {
    const { context } = scene.server
    const { mailer, log } = context
    const email = 'sealed@example.com'
    const role = await scene.makeRole(['chatflows:view'])
    const sent: string[] = []
    const lines: unknown[] = []
    context.log = { ...log, warn: (...line) => lines.push(line) }
    context.mailer = {
      send: async (each) => {
        sent.push(each.action?.url ?? '')
        throw new Error(`The filter does not like ${each.action?.url}`)
      },
    }
    await context.outbox.end()
    context.outbox = createOutbox(context, { againAfterMs: [MINUTE_MS] })
    await scene.invite(email, role)
    await expect.poll(() => sent.length).toBe(1)
    const token = new URL(sent[0] ?? '').searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThan(20)
    await expect.poll(() => JSON.stringify(lines)).toContain('The filter does not like')
    for (const text of [await scene.server.dump(), JSON.stringify(lines)]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain('invites you to')
    }
    await context.outbox.end()
    Object.assign(context, { mailer, log })
    startShort()
  })
})
