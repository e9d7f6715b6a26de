import { createInProcessRunBus } from '@runnel/drivers'
import { expect, test } from 'vitest'
import { shareCounts } from './share-counts.ts'
import { createSignInLimit } from './sign-in-limit.ts'

const PER_ADDRESS = 50
const PER_ACCOUNT = 10
const MINUTE_MS = 60_000

/** A limit whose tries of one address, for ever other accounts, are used up. */
function usedUpBy(addressOf: (index: number) => string) {
  const limit = createSignInLimit(() => 1)
  for (let index = 0; index < PER_ADDRESS; index++)
    limit.take({ account: `${index}@example.com`, address: addressOf(index) })
  return (address: string) => () => limit.take({ account: 'next@example.com', address })
}

/** A limit with a clock; `guess` gives how long the next try would have to wait, and makes it if not at all. */
function guessing() {
  let at = 1
  const limit = createSignInLimit(() => at)
  const account = 'ada@example.com'
  const secondsIn = (error: unknown) => Number(/(\d+) seconds/.exec(String(error))?.[1])
  return {
    limit,
    pass: (ms: number) => {
      at += ms
    },
    guess(attempt: { address?: string; device?: string; account?: string } = {}): number {
      try {
        limit.take({ account, address: '192.0.2.1', ...attempt })
        return 0
      } catch (error) {
        return secondsIn(error)
      }
    },
  }
}

test('addresses of one network of IPv6 count as one', () => {
  const next = usedUpBy((index) => `2001:db8::${(index + 1).toString(16)}`)
  expect(next('2001:db8:0:0:9:8:7:6')).toThrow('Too many failed tries')
  expect(next('2001:db8:0:1::1')).not.toThrow()
})

test('addresses of IPv4 count one by one, also in the form of IPv6', () => {
  const next = usedUpBy(() => '::ffff:192.0.2.1')
  expect(next('::ffff:192.0.2.1')).toThrow('Too many failed tries')
  expect(next('192.0.2.1')).toThrow('Too many failed tries')
  expect(next('::ffff:192.0.2.2')).not.toThrow()
})

test('each failed try of one address beyond the first ten waits longer, up to a quarter of an hour', () => {
  const { guess, pass } = guessing()
  for (let index = 0; index < PER_ACCOUNT; index++) expect(guess()).toBe(0)
  const waits: number[] = []
  for (let index = 0; index < 8; index++) {
    const seconds = guess()
    waits.push(seconds)
    pass(seconds * 1_000)
    expect(guess()).toBe(0)
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900])
})

test('guesses from many addresses hold the owner up for a minute at most, and for no time on a known device', () => {
  const { guess, pass } = guessing()
  for (let index = 0; index < 200; index++) {
    guess({ address: `198.51.100.${index}` })
    pass(MINUTE_MS)
  }
  guess({ address: '203.0.113.1' })
  expect(guess()).toBe(60)
  expect(guess({ device: 'known' })).toBe(0)
  pass(MINUTE_MS)
  expect(guess()).toBe(0)
})

test('strangers behind the same address hold no known device up, and that one is slowed by itself', () => {
  const { guess } = guessing()
  for (let index = 0; index < PER_ADDRESS; index++) guess({ account: `${index}@example.com` })
  expect(guess()).toBeGreaterThan(0)
  for (let index = 0; index < PER_ACCOUNT; index++) expect(guess({ device: 'known' })).toBe(0)
  expect(guess({ device: 'known' })).toBe(15)
  expect(guess({ device: 'another' })).toBe(0)
})

test('a try that goes well takes back those of its account, and of its address only itself', () => {
  const { limit, guess } = guessing()
  const attempt = { account: 'ada@example.com', address: '192.0.2.1' }
  for (let index = 1; index < PER_ACCOUNT; index++) guess()
  limit.take(attempt)
  limit.forgive(attempt)
  expect(guess()).toBe(0)
  for (let index = 0; index < 39; index++) guess({ account: `${index}@example.com` })
  expect(guess({ account: 'next@example.com' })).toBe(0)
  expect(guess({ account: 'last@example.com' })).toBe(15)
})

test('what failed an hour ago is forgotten', () => {
  const { guess, pass } = guessing()
  for (let index = 0; index < PER_ACCOUNT; index++) guess()
  pass(61 * MINUTE_MS)
  for (let index = 0; index < PER_ACCOUNT; index++) expect(guess()).toBe(0)
})

test('limits of two processes count together, and one of another name by itself', async () => {
  const bus = createInProcessRunBus()
  const limitOf = (name: string) =>
    createSignInLimit(() => 1, { shared: { name, sharing: shareCounts(bus) } })
  const [here, there, other] = [limitOf('accounts'), limitOf('accounts'), limitOf('mails')]
  const attempt = { account: 'ada@example.com', address: '192.0.2.1' }
  for (let index = 0; index < PER_ACCOUNT; index++) (index % 2 === 0 ? here : there).take(attempt)
  // What is published arrives at the end of the turn.
  await Promise.resolve()
  for (const limit of [here, there]) expect(() => limit.take(attempt)).toThrow('Too many failed tries')
  other.take(attempt)
  here.forgive(attempt)
  await Promise.resolve()
  there.take(attempt)
})
