import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'

const ROUNDS = campaignRounds(2, 60)
const AT_ONCE = 5

/** The ids that mails bear: the same at each try. */
const idOf = ({ raw }: { raw: string }) => /^Message-ID: (\S+)/m.exec(raw)?.[1]

describe.each(databaseKinds)('mails that were promised by a server on %s', (kind) => {
  let mail: TestMailServer
  let program: KillableProgram
  beforeEach(async () => {
    mail = await startMailServer()
    program = await startKillableProgram(kind, {
      egressAllow: '',
      env: { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'runnel@example.com' },
    })
  })
  afterEach(async () => {
    await program.remove()
    await mail.close()
  })

  /** Invites some, one after the other, and gives whom. */
  async function invite(round: number): Promise<string[]> {
    const caller = await program.signIn()
    const roles = await caller.expect<{ id: string; builtIn: string | null }[]>(200, 'GET', '/role')
    const session = await caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    const emails = Array.from({ length: AT_ONCE }, (_, index) => `p${index}.r${round}@example.com`)
    for (const email of emails) {
      const made = await caller.expect<{ isMailed: boolean }>(201, 'POST', '/account/invite', {
        user: { email },
        workspace: { id: session.activeWorkspaceId },
        role: { id: roles.find(({ builtIn }) => builtIn === 'member')?.id },
      })
      expect(made.isMailed).toBe(true)
    }
    return emails
  }
  const idsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).map(idOf)

  test(`arrive once each after kill -9 before they were sent, ${ROUNDS} times`, {
    timeout: campaignTimeout(120_000),
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      mail.refuseNext(Number.MAX_SAFE_INTEGER, 451)
      const emails = await invite(round)
      await program.kill()
      expect(mail.mails).toHaveLength(round * AT_ONCE)
      mail.refuseNext(0, 451)
      await program.start()
      await Promise.all(emails.map((email) => mail.take(email)))
      expect(emails.map((email) => idsTo(email).length)).toEqual(emails.map(() => 1))
    }
  })

  test(`are not lost by kill -9 while they are sent, and one that comes twice bears one id, ${ROUNDS} times`, {
    timeout: campaignTimeout(120_000),
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      mail.slowDown(20 * (round % 5))
      const emails = await invite(round)
      await program.kill()
      await program.start()
      for (const email of emails) {
        await expect.poll(() => idsTo(email).length).toBeGreaterThan(0)
        expect(new Set(idsTo(email)).size).toBe(1)
        expect(idsTo(email).length).toBeLessThanOrEqual(2)
      }
    }
  })
})
