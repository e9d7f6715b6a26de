import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const MINUTE_MS = 60_000

describe.each(databaseKinds)('a mail that nobody waits for on %s', (kind) => {
  let scene: PeopleScene
  let waits: { ms: number; go(): void }[]
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    scene.server.context.sleep = (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, go: resolve })
        signal.addEventListener('abort', () => reject(signal.reason))
      })
  })
  beforeEach(() => {
    waits = []
  })
  afterAll(() => scene.stop())

  const mail = () => {
    if (!scene.mail) throw new Error('The scene sends no mail.')
    return scene.mail
  }
  const forget = (email: string) =>
    scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
  const mailsTo = (email: string) => mail().mails.filter(({ to }) => to.includes(email)).length

  test('is sent again, later each time, while the server of mail says that it cannot now; its link works', async () => {
    const email = 'bob@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    mail().refuseNext(3, 451)
    await forget(email)
    for (const count of [1, 2, 3]) {
      await expect.poll(() => waits.length).toBe(count)
      waits.at(-1)?.go()
    }
    const user = { email, tempToken: await scene.tokenFromMail(email), password: 'Another-Staple-8' }
    await scene.server.anonymous().expect(200, 'POST', '/account/reset-password', { user })
    const [first = 0, second = 0, third = 0] = waits.map(({ ms }) => ms)
    expect([first >= 5_000, second > first, third > second]).toEqual([true, true, true])
  })

  test('is not sent again where the mailbox is refused for good', async () => {
    const email = 'gone@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const { offered } = mail()
    mail().refuseNext(1, 550)
    await forget(email)
    await expect.poll(() => mail().offered).toBe(offered + 1)
    await expect.poll(() => scene.server.context.background.count).toBe(0)
    expect(waits).toEqual([])
  })

  test('that a newer link makes useless is tried no more', async () => {
    const email = 'twice@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const before = mailsTo(email)
    mail().refuseNext(1, 451)
    await forget(email)
    await expect.poll(() => waits.length).toBe(1)
    scene.pass(3 * MINUTE_MS)
    await forget(email)
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
    waits[0]?.go()
    await expect.poll(() => scene.server.context.background.count).toBe(0)
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
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.go()
    await expect.poll(() => mailsTo(email)).toBe(before + 1)
  })
})
