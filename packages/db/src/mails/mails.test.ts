import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { NewMail } from './keep-mails.ts'
import type { ClaimedMail } from './mail-store.ts'

const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1_000

const mail = (sealed: string, more: Partial<NewMail> = {}): NewMail => ({
  id: randomUUID(),
  about: 'invitation',
  mailbox: `box of ${sealed}`,
  sealed,
  patienceMs: DAY_MS,
  ...more,
})

describe.each(databaseKinds)('mails that were promised on %s', (kind) => {
  let testing: TestDatabase
  const mails = () => testing.database.system.mails
  const life = () => testing.database.system.accountLife
  const claim = () => mails().claim(LEASE_MS)
  const claimAll = async () => {
    const all: ClaimedMail[] = []
    for (let next = await claim(); next !== undefined; next = await claim()) all.push(next)
    return all
  }
  const entry = (told: NewMail[]) => ({
    action: 'password-reset.requested',
    actor: { kind: 'operator' as const, id: null, name: null, address: null, agent: null },
    subject: { kind: 'user', id: null, name: null },
    mails: told,
  })
  const link = (purpose: 'password-reset' | 'email-change' = 'password-reset') => ({
    hash: randomUUID(),
    purpose,
    userId: testing.userId,
    expiresAt: Date.now() + DAY_MS,
  })

  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  beforeEach(async () => {
    await mails().expireClaims()
    for (const claimed of await claimAll()) await mails().end(claimed, { fault: 'of before', isKept: false })
    await mails().prune(Number.MAX_SAFE_INTEGER, 1_000)
  })
  afterAll(() => testing.drop())

  test('are each claimed by one of many who ask at once', async () => {
    await mails().keep(Array.from({ length: 12 }, (_, index) => mail(`sealed ${index}`)))
    const claimed = (await Promise.all(Array.from({ length: 8 }, claimAll))).flat()
    expect(claimed.map(({ sealed }) => sealed).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `sealed ${index}`).toSorted(),
    )
    expect(await claim()).toBeUndefined()
  })

  test('go to one mailbox in their order, the next one when the one before is settled', async () => {
    await mails().keep(['first', 'second', 'third'].map((sealed) => mail(sealed, { mailbox: 'hers' })))
    const first = await claim()
    expect(first?.sealed).toBe('first')
    expect(await claim()).toBeUndefined()
    if (first) await mails().again(first, { afterMs: LEASE_MS, fault: 'not now' })
    expect(await claim()).toBeUndefined()
    expect(await mails().dueIn()).toBeGreaterThan(LEASE_MS / 2)
    await mails().expireClaims()
    const again = await claim()
    expect(again).toMatchObject({ sealed: 'first', attempt: 2 })
    if (again) await mails().sent(again)
    const second = await claim()
    expect(second?.sealed).toBe('second')
    if (second) await mails().end(second, { fault: 'refused', isKept: false })
    expect((await claim())?.sealed).toBe('third')
  })

  test('of somebody’s own account wait for none of organisations, not in their own mailbox either', async () => {
    const { organizationId, userId } = testing
    const ofOrganization = (sealed: string, more: Partial<NewMail> = {}) =>
      mail(sealed, { organizationId, userId, ...more })
    await mails().keep([
      ofOrganization('invitation 1'),
      ofOrganization('invitation 2', { mailbox: 'hers' }),
      ofOrganization('invitation 3', { mailbox: 'hers' }),
      mail('reset', { about: 'reset', mailbox: 'hers' }),
      mail('notice', { about: 'passwordChanged', mailbox: 'hers' }),
    ])
    const reset = await claim()
    expect(reset?.sealed).toBe('reset')
    expect((await claim())?.sealed).toBe('invitation 1')
    if (reset) await mails().sent(reset)
    expect((await claim())?.sealed).toBe('notice')
    expect((await claim())?.sealed).toBe('invitation 2')
    expect(await claim()).toBeUndefined()
  })

  test('are settled by who claimed them last alone', async () => {
    await mails().keep([mail('taken over')])
    const late = await claim()
    await mails().expireClaims()
    const owner = await claim()
    if (!late || !owner) throw new Error('Both have it.')
    await mails().sent(late)
    await mails().end(late, { fault: 'late', isKept: false })
    await mails().again(late, { afterMs: 0, fault: 'late' })
    expect(await claim()).toBeUndefined()
    expect(await mails().count()).toEqual({ waiting: 1, ended: 0 })
    await mails().sent(owner)
    expect(await mails().count()).toEqual({ waiting: 0, ended: 0 })
  })

  test('are there with the act that promises them, and are not where it failed', async () => {
    await life().keepLink(link(), entry([mail('of the link')]))
    const taken = link()
    await life().keepLink(taken, undefined)
    const broken = life().keepLink({ ...taken, userId: randomUUID() }, entry([mail('of nothing')]))
    await expect(broken).rejects.toThrow()
    const { organizationId } = testing
    const inside = testing.database.organization(organizationId).write(async ({ audit }) => {
      await audit.append(entry([mail('undone')]))
      throw new Error('No.')
    })
    await expect(inside).rejects.toThrow('No.')
    await testing.database
      .organization(organizationId)
      .write(({ audit }) => audit.append(entry([mail('of an organisation')])))
    const claimed = await claimAll()
    expect(claimed.map(({ sealed, organizationId: of }) => [sealed, of])).toEqual([
      ['of the link', null],
      ['of an organisation', organizationId],
    ])
  })

  test('end with their links: with a newer one, with its use, and with all of the account', async () => {
    const { userId } = testing
    const promised = (sealed: string, purpose: 'password-reset' | 'email-change') =>
      entry([mail(sealed, { userId, purpose }), mail(`notice beside ${sealed}`, { userId })])
    await life().keepLink(link(), promised('reset 1', 'password-reset'))
    await life().keepLink(link('email-change'), promised('change', 'email-change'))
    const newest = link()
    await life().keepLink(newest, promised('reset 2', 'password-reset'))
    const waiting = async () =>
      (await mails().listSealed('', 100))
        .map(({ sealed }) => sealed)
        .filter((sealed) => !sealed.startsWith('notice'))
        .toSorted()
    expect(await waiting()).toEqual(['change', 'reset 2'])
    await testing.database.system.tokens.consume({ ...newest, now: Date.now() })
    expect(await waiting()).toEqual(['change'])
    await life().change(userId, { passwordHash: 'x' }, { entry: entry([]) })
    expect(await waiting()).toEqual([])
    expect(await mails().count()).toEqual({ waiting: 3, ended: 0 })
  })

  test('that ended keep nothing but why; another one that arrives forgets it', async () => {
    const { organizationId, userId } = testing
    const named = { organizationId, userId, mailbox: 'hers' }
    await mails().keep([mail('secret words', named)])
    const first = await claim()
    if (first) await mails().again(first, { afterMs: 0, fault: 'The mailbox is full' })
    const listed = () => mails().listUndelivered(organizationId, { userIds: [userId], before: 0 })
    expect(await listed()).toMatchObject([{ userId, fault: 'The mailbox is full', isEnded: false }])
    const last = await claim()
    if (last) await mails().end(last, { fault: 'Its link counts no more.', isKept: true })
    expect(await listed()).toMatchObject([{ userId, fault: 'The mailbox is full', isEnded: true }])
    expect(await mails().listSealed('', 100)).toEqual([])
    expect(
      await mails().listUndelivered(randomUUID(), { userIds: [userId], before: Number.MAX_SAFE_INTEGER }),
    ).toEqual([])
    await mails().keep([mail('again', named)])
    expect(await listed()).toHaveLength(1)
    const again = await claim()
    if (again) await mails().sent(again)
    expect(await listed()).toEqual([])
  })

  test('that wait longer than they should are told, too', async () => {
    const { organizationId, userId } = testing
    await mails().keep([mail('waits', { organizationId, userId })])
    const at = (before: number) => mails().listUndelivered(organizationId, { userIds: [userId], before })
    expect(await at(Date.now() - 60_000)).toEqual([])
    expect(await at(Date.now() + 60_000)).toMatchObject([{ fault: null, isEnded: false }])
  })

  test('say when their time is over, and are pruned when they ended long ago', async () => {
    await mails().keep([mail('short', { patienceMs: -1 }), mail('long')])
    const claimed = await claimAll()
    expect(claimed.map(({ sealed, isOver }) => [sealed, isOver])).toEqual([
      ['short', true],
      ['long', false],
    ])
    for (const each of claimed) await mails().end(each, { fault: 'x', isKept: false })
    expect(await mails().prune(Date.now() - DAY_MS, 10)).toBe(0)
    expect(await mails().prune(Date.now() + DAY_MS, 10)).toBe(2)
  })

  test('are pruned as well when nobody was there to send them, long after their time', async () => {
    await mails().keep([mail('left', { patienceMs: 0 }), mail('waits', { patienceMs: 3 * DAY_MS })])
    expect(await mails().prune(Date.now() - DAY_MS, 10)).toBe(0)
    expect(await mails().prune(Date.now() + DAY_MS, 10)).toBe(1)
    expect((await claim())?.sealed).toBe('waits')
  })

  test('are sealed anew while they are as they were', async () => {
    await mails().keep([mail('old seal')])
    const [listed] = await mails().listSealed('', 10)
    const id = listed?.id ?? ''
    expect(await mails().reseal(id, { from: 'other', to: 'new seal' })).toBe(false)
    expect(await mails().reseal(id, { from: 'old seal', to: 'new seal' })).toBe(true)
    expect((await claim())?.sealed).toBe('new seal')
  })
})

test('a mail waits for no time to which the own clock had gone ahead', async () => {
  let ahead = 5 * 60 * 60_000
  const there = await createTestDatabase('sqlite', { now: () => Date.now() + ahead })
  const { mails } = there.database.system
  await mails.keep([mail('sealed')])
  const claimed = await mails.claim(LEASE_MS)
  if (claimed) await mails.again(claimed, { afterMs: 30 * 60_000, fault: 'not now' })
  expect(await mails.claim(LEASE_MS)).toBeUndefined()
  ahead = 0
  expect(await mails.claim(LEASE_MS)).toMatchObject({ sealed: 'sealed', attempt: 2 })
  expect(await mails.claim(LEASE_MS)).toBeUndefined()
  await there.drop()
})
