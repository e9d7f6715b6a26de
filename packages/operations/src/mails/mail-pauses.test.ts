import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import type { MailCounts } from '../mail-counts.ts'
import { withInvitationMail } from './mail-pauses.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const TO_ONE_A_DAY = 5
const A_DAY = 500

/** Counts that hear of no other process, and never come to their end. */
function countAlone(): MailCounts {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    counts.set(key, (counts.get(key) ?? 0) + by)
    return counts.get(key) ?? 0
  }
  return {
    add: (key) => ({ count: change(key, 1), until: DAY_MS }),
    remove: (key) => {
      change(key, -1)
    },
  }
}

const startCounting = () =>
  ({
    mailCounts: countAlone(),
    mailer: { send: async () => {} },
    now: () => 0,
  }) as unknown as OperationContext
const done = async () => 'done'
const refused = (reason: string) =>
  expect.objectContaining({ code: 'rate_limited', body: expect.objectContaining({ reason }) })

describe('invitations of one person', () => {
  test('to one mailbox are five in a day, of however many organisations', async () => {
    const context = startCounting()
    const invite = (by: string, organization: number) =>
      withInvitationMail(context, { to: 'a@example.com', organizationId: `o${organization}`, by }, done)
    for (let index = 0; index < TO_ONE_A_DAY; index++) await invite('stranger', index)
    await expect(invite('stranger', 99)).rejects.toEqual(refused('invited_too_often_by_you'))
    await expect(invite('colleague', 99)).resolves.toBe('done')
  })

  test('are so many in a day, of however many organisations; those that were refused count for nobody', async () => {
    const context = startCounting()
    const invite = (by: string, index: number, organizationId: string) =>
      withInvitationMail(context, { to: `m${index}@example.com`, organizationId, by }, done)
    for (let index = 0; index < A_DAY; index++) await invite('stranger', index, `o${index % 3}`)
    const [first, last] = [A_DAY, 2 * A_DAY]
    for (let index = first; index < last; index++)
      await expect(invite('stranger', index, 'new')).rejects.toEqual(refused('invitations_exceeded_by_you'))
    await expect(invite('colleague', last, 'new')).resolves.toBe('done')
  })

  test('that failed are given back', async () => {
    const context = startCounting()
    const asked = { to: 'a@example.com', organizationId: 'o', by: 'somebody' }
    const fail = () => Promise.reject(new Error('failed'))
    for (let index = 0; index < 2 * TO_ONE_A_DAY; index++)
      await expect(withInvitationMail(context, asked, fail)).rejects.toThrow('failed')
    await expect(withInvitationMail(context, asked, done)).resolves.toBe('done')
  })
})
