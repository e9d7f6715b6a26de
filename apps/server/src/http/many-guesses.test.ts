import type { LoginActivity } from '@runnel/contract'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const MANY = campaignRounds(200, 10_000)
const AT_ONCE = 20
/**
 * Lines of failed tries in the log of an hour: of an account, and of all with those that count the others. Those that are
 * noted at the same moment may not see each other.
 */
const LINES_OF_ACCOUNT = 21 + AT_ONCE
const LINES = 100 + 16 + AT_ONCE

describe.each(databaseKinds)(`${MANY} guesses behind proxies in a row on %s`, (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { env: { TRUSTED_PROXIES: '127.0.0.1/32, ::1, 10.0.0.0/8' } })
  })
  afterAll(() => scene.stop())

  /** A try by a browser of that address, which names others before it, behind two more proxies. */
  const guess = async (
    address: string,
    email: string,
    { password = 'Wrong-Staple-1', spoofed = '192.0.2.1' } = {},
  ) => {
    const headers = { 'x-forwarded-for': `${spoofed}, ${address}, 10.0.0.2, 10.1.0.3` }
    const caller = scene.server.anonymous()
    return (await caller.call('POST', '/auth/login', { email, password }, headers)).status
  }
  /** Makes so many, some at once, while somebody else looks at a page again and again. */
  const attack = async (each: (index: number) => Promise<number>) => {
    const statuses: number[] = []
    for (let from = 0; from < MANY; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, MANY - from) }, (_, index) => each(from + index))
      const [seen] = await Promise.all([scene.administrator.call('GET', '/auth/session'), Promise.all(some)])
      expect(seen.status).toBe(200)
      statuses.push(...(await Promise.all(some)))
    }
    expect(new Set(statuses.filter((status) => status !== 401 && status !== 429 && status !== 503))).toEqual(
      new Set(),
    )
    return statuses.filter((status) => status === 401).length
  }
  const failures = async (search = '') => {
    const { data } = await scene.administrator.expect<{ data: LoginActivity[] }>(
      200,
      'POST',
      '/audit/login-activity',
      { pageSize: 200, ...(search === '' ? {} : { search }) },
    )
    return data.filter(({ activityCode }) => activityCode < 0)
  }
  const sum = (lines: LoginActivity[]) => lines.reduce((all, { tries }) => all + tries, 0)
  const timeout = campaignTimeout(60_000)

  test('from one address, whatever it says of others, are few, one line, and nobody else’s', {
    timeout,
  }, async () => {
    const email = 'one@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const tried = await attack((index) =>
      guess('203.0.113.7', email, { spoofed: `198.51.${(index >> 8) & 255}.${index & 255}` }),
    )
    expect(tried).toBeLessThanOrEqual(10)
    const lines = await failures(email)
    expect(lines.map(({ address, tries }) => ({ address, tries }))).toEqual([
      { address: '203.0.113.7', tries: tried },
    ])
    expect(await guess('203.0.113.8', email, { password: PASSWORD })).toBe(200)
  })

  test('from one network of IPv6 count as one address', { timeout }, async () => {
    const email = 'six@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    const tried = await attack((index) => guess(`2001:db8:7:1::${(index + 1).toString(16)}`, email))
    expect(tried).toBeLessThanOrEqual(10)
    expect(await guess('2001:db8:8:1::1', email, { password: PASSWORD })).toBe(200)
  })

  test('from ever other addresses leave its owner a way in, and a log that can be read', {
    timeout,
  }, async () => {
    const email = 'known@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const address = (index: number) =>
      index % 2 === 0
        ? `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
        : `2001:db8:${(index + 16).toString(16)}::1`
    const tried = await attack((index) => guess(address(index), email))
    expect(tried).toBeLessThanOrEqual(10 + 100 + 60)
    const lines = await failures(email)
    expect(lines.length).toBeLessThanOrEqual(LINES_OF_ACCOUNT)
    expect(sum(lines)).toBe(tried)
    await signInAgain(caller, email)
  })

  test('at ever other accounts leave a log that can be read, and who has one gets in', {
    timeout,
  }, async () => {
    await attack((index) =>
      guess(`198.51.${(index >> 8) & 255}.${index & 255}`, `nobody-${index}@example.com`),
    )
    expect((await failures()).length).toBeLessThanOrEqual(LINES)
    const rest = (await failures()).filter(({ username }) => username === '…')
    expect(sum(rest)).toBeGreaterThan(0)
    expect(rest.every((line) => line.address === null)).toBe(true)
    expect(await guess('203.0.113.99', 'one@example.com', { password: PASSWORD })).toBe(200)
  })

  /** As the browser of somebody who was here before. */
  async function signInAgain(caller: TestCaller, email: string): Promise<void> {
    await caller.expect(200, 'POST', '/auth/login', { email, password: PASSWORD })
  }
})
