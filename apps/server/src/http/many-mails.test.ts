import { randomUUID } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { type Mail, MailFault } from '@runnel/drivers'
import { createOutbox, writeMail } from '@runnel/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const MANY = campaignRounds(300, 10_000)
/** Mails of one person, among the others. */
const EACH = 3

describe.each(databaseKinds)(`${MANY} mails that wait on %s`, (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterAll(() => scene.stop())

  /** A mail as an act would promise it. */
  const promise = (index: number) => {
    const [id, to] = [randomUUID(), `m${Math.floor(index / EACH)}@example.com`]
    const mail = writeMail('passwordChanged', to, { language: 'en' })
    const sealed = scene.server.context.vault.seal(
      JSON.stringify({ ...mail, subject: `${index}` }),
      `mail:${id}`,
    )
    return { id, about: 'passwordChanged', mailbox: to, sealed, patienceMs: 3_600_000 }
  }

  test('hold nobody up while the server of mail is away, and all arrive once, in order, when it is back', {
    timeout: campaignTimeout(60_000),
  }, async () => {
    const { context } = scene.server
    const { mails } = context.db.system
    for (let from = 0; from < MANY; from += 500)
      await mails.keep(
        Array.from({ length: Math.min(500, MANY - from) }, (_, index) => promise(from + index)),
      )
    let tries = 0
    const cause = new MailFault('There is nobody.', { isTemporary: true, isAnswered: false })
    const nobody = new RunnelError('upstream_error', 'There is nobody.', { cause })
    let isAway = true
    const arrived: Mail[] = []
    context.mailer = {
      async send(mail) {
        tries += 1
        if (isAway) throw nobody
        arrived.push(mail)
      },
    }
    const hour = 60 * 60_000
    const away = createOutbox(context, { restsMs: [hour], againAfterMs: [hour] })
    away.wake()
    await expect.poll(() => tries).toBeGreaterThan(0)
    for (let index = 0; index < 5; index += 1) {
      away.wake()
      await scene.administrator.expect(200, 'GET', '/auth/session')
    }
    await away.end()
    // Those that had begun when the first one failed; then it is left alone.
    expect(tries).toBeLessThanOrEqual(4)
    isAway = false
    await mails.expireClaims()
    const back = createOutbox(context)
    back.wake()
    await expect.poll(() => arrived.length, { timeout: campaignTimeout(50_000) }).toBe(MANY)
    await expect.poll(async () => (await mails.count()).waiting).toBe(0)
    await back.end()
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(MANY)
    for (const [to, own] of Map.groupBy(arrived, (mail) => mail.to)) {
      const numbers = own.map(({ subject }) => Number(subject))
      expect([to, numbers]).toEqual([to, numbers.toSorted((one, other) => one - other)])
    }
  })
})
