import { createInProcessRunBus } from '@runnel/drivers'
import { expect, test } from 'vitest'
import { shareCounts } from './share-counts.ts'
import { createSignInLimit, type SignInTry } from './sign-in-limit.ts'

const PER_ADDRESS = 50
const PER_ACCOUNT = 10
const MINUTE_MS = 60_000

/** A limit whose tries of one address, for ever other accounts, are used up. */
function usedUpBy(addressOf: (index: number) => string) {
  const limit = createSignInLimit(() => 1)
  for (let index = 0; index < PER_ADDRESS; index++)
    limit.take({ kind: 'account', name: `${index}@example.com`, address: addressOf(index) })
  return (address: string) => () => limit.take({ kind: 'account', name: 'next@example.com', address })
}

/** A limit with a clock; `guess` gives how long the next try would have to wait, and makes it if not at all. */
function guessing() {
  let at = 1
  const limit = createSignInLimit(() => at)
  const name = 'ada@example.com'
  const secondsIn = (error: unknown) => Number(/(\d+) seconds/.exec(String(error))?.[1])
  return {
    limit,
    pass: (ms: number) => {
      at += ms
    },
    guess(attempt: Partial<SignInTry> = {}): number {
      try {
        limit.take({ kind: 'account', name, address: '192.0.2.1', ...attempt })
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

/** Guesses from so many networks, for some time, each network as soon as it may; `meanwhile` happens once a minute. */
function attack(
  { guess, pass }: ReturnType<typeof guessing>,
  { networks, minutes, meanwhile }: { networks: number; minutes: number; meanwhile: () => void },
): number {
  const next = Array<number>(networks).fill(0)
  let guesses = 0
  for (let at = 0; at < minutes * MINUTE_MS; at += 1_000) {
    for (const [who, time] of next.entries()) {
      if (time > at) continue
      const seconds = guess({ address: `198.51.${who >> 8}.${who & 255}` })
      if (seconds === 0) guesses += 1
      else next[who] = at + seconds * 1_000
    }
    if (at % MINUTE_MS === 0) meanwhile()
    pass(1_000)
  }
  return guesses
}

const MOST_AN_HOUR = 180

test('an owner gets in from a new address all the time while strangers guess from sixteen networks', () => {
  const scene = guessing()
  let address = 0
  const meanwhile = () => {
    address += 1
    // A typing error, and a password whose code is asked for, are no guesses of strangers.
    const attempt: SignInTry = { kind: 'account', name: 'ada@example.com', address: `203.0.113.${address}` }
    for (let index = 0; index < 3; index++) expect(scene.guess(attempt)).toBe(0)
    scene.limit.forgive(attempt)
  }
  expect(attack(scene, { networks: 16, minutes: 120, meanwhile })).toBeLessThan(2 * MOST_AN_HOUR)
})

test('strangers of a thousand networks guess no more than so often, and a known device signs in meanwhile', () => {
  const scene = guessing()
  const attempt: SignInTry = {
    kind: 'account',
    name: 'ada@example.com',
    address: '203.0.113.1',
    device: 'known',
  }
  const meanwhile = () => {
    expect(scene.guess(attempt)).toBe(0)
    scene.limit.forgive(attempt)
  }
  expect(attack(scene, { networks: 1_000, minutes: 60, meanwhile })).toBeLessThan(MOST_AN_HOUR)
})

test('who is refused because of others is told the way that is open', () => {
  for (const [hasMail, words] of [
    [true, 'Forgot your password?'],
    [false, 'ask whoever runs this installation'],
  ] as const) {
    const limit = createSignInLimit(() => 1, { hasMail })
    const name = 'ada@example.com'
    for (let index = 0; index < 200; index++) {
      const address = `198.51.100.${index}`
      if (index < 110) limit.take({ kind: 'account', name, address })
      else expect(() => limit.take({ kind: 'account', name, address })).toThrow(words)
    }
  }
})

test('networks of IPv6 of 48 bits count as one for an account', () => {
  const { guess } = guessing()
  for (let index = 0; index < PER_ACCOUNT; index++) guess({ address: `2001:db8:0:${index}::1` })
  expect(guess({ address: '2001:db8:0:99::1' })).toBe(15)
  expect(guess({ address: '2001:db8:1:1::1' })).toBe(0)
})

test('who lies in wait for the end of a wait makes it longer for themselves alone', () => {
  const { guess, pass } = guessing()
  for (let index = 0; index < 10; index++) guess({ address: `198.51.100.${index}` })
  // The first tries of this network are used up, then it tries during the wait of the account.
  for (let index = 0; index < 3; index++) expect(guess()).toBe(0)
  let longest = 0
  for (let index = 0; index < 20; index++) longest = Math.max(longest, guess())
  pass(MINUTE_MS)
  expect(guess({ address: '203.0.113.9' })).toBe(0)
  expect(longest).toBeGreaterThan(0)
})

test('no text that a stranger types names the count of something else', () => {
  const { limit, guess } = guessing()
  const userId = '0196f1a2-0000-7000-8000-000000000001'
  for (const name of [`password of ${userId}`, `link ${userId}`, `passkey ${userId}`, userId])
    for (let index = 0; index < 20; index++) guess({ name, address: `198.51.100.${index}` })
  for (const kind of ['password', 'link', 'invited', 'passkey', 'mail'] as const)
    expect(() => limit.take({ kind, name: userId, address: '192.0.2.1' })).not.toThrow()
  const device = 'x'
  for (let index = 0; index < 10; index++)
    guess({ name: `${device}","ada@example.com`, address: `192.0.2.${index}` })
  expect(guess({ device })).toBe(0)
})

test('a mail is asked for by anybody, however often others asked for one to that mailbox', () => {
  const { limit } = guessing()
  const ask = (address: string) => limit.take({ kind: 'mail', name: 'ada@example.com', address })
  for (let index = 0; index < 1_000; index++) ask(`198.51.${index >> 8}.${index & 255}`)
  for (let index = 0; index < 10; index++) ask('192.0.2.1')
  expect(() => ask('192.0.2.1')).toThrow('Too many failed tries')
})

test('tries of others in an office keep nobody from a password that is asked once more', () => {
  const { limit } = guessing()
  for (let index = 0; index < PER_ADDRESS; index++)
    limit.take({ kind: 'account', name: `${index}@example.com`, address: '192.0.2.1' })
  limit.take({ kind: 'password', name: 'a-session', address: '192.0.2.1' })
})

test('strangers behind the same address hold no known device up, and that one is slowed by itself', () => {
  const { guess } = guessing()
  for (let index = 0; index < PER_ADDRESS; index++) guess({ name: `${index}@example.com` })
  expect(guess()).toBeGreaterThan(0)
  for (let index = 0; index < PER_ACCOUNT; index++) expect(guess({ device: 'known' })).toBe(0)
  expect(guess({ device: 'known' })).toBe(15)
  expect(guess({ device: 'another' })).toBe(0)
})

test('a try that goes well takes back those of its account, and of its address only itself', () => {
  const { limit, guess } = guessing()
  const attempt: SignInTry = { kind: 'account', name: 'ada@example.com', address: '192.0.2.1' }
  for (let index = 1; index < PER_ACCOUNT; index++) guess()
  limit.take(attempt)
  limit.forgive(attempt)
  expect(guess()).toBe(0)
  for (let index = 0; index < 39; index++) guess({ name: `${index}@example.com` })
  expect(guess({ name: 'next@example.com' })).toBe(0)
  expect(guess({ name: 'last@example.com' })).toBe(15)
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
  const attempt: SignInTry = { kind: 'account', name: 'ada@example.com', address: '192.0.2.1' }
  for (let index = 0; index < PER_ACCOUNT; index++) (index % 2 === 0 ? here : there).take(attempt)
  // What is published arrives at the end of the turn.
  await Promise.resolve()
  for (const limit of [here, there]) expect(() => limit.take(attempt)).toThrow('Too many failed tries')
  other.take(attempt)
  here.forgive(attempt)
  await Promise.resolve()
  there.take(attempt)
})

test('many devices of one account guess no more than so often together, and count as strangers then', () => {
  const { guess, limit, pass } = guessing()
  const all = Array.from({ length: 100 }, (_, index) => index)
  const tried = all.filter((index) => guess({ device: `stolen ${index % 20}` }) === 0)
  expect(tried.length).toBeLessThanOrEqual(30 + PER_ACCOUNT)
  expect(guess({ device: 'known', address: '198.51.100.1' })).toBe(0)
  pass(61 * MINUTE_MS)
  const own = { kind: 'account', name: 'ada@example.com', address: '192.0.2.1', device: 'known' } as const
  for (const _ of all) {
    expect(guess(own)).toBe(0)
    limit.forgive(own)
  }
})

test('a clock that is set back, by however much, makes nobody wait longer', () => {
  const { pass, guess } = guessing()
  pass(365 * 24 * 60 * MINUTE_MS)
  for (let index = 0; index < PER_ACCOUNT + 3; index++) {
    guess()
    pass(MINUTE_MS * 15)
  }
  guess()
  const wait = guess()
  expect(wait).toBeGreaterThan(0)
  pass(-365 * 24 * 60 * MINUTE_MS)
  expect(guess()).toBeLessThanOrEqual(wait)
  pass(15 * MINUTE_MS)
  expect(guess()).toBeLessThanOrEqual(60)
  pass(15 * MINUTE_MS)
  expect(guess()).toBe(0)
})

test('a try that the server could not make counts nothing', () => {
  const { limit, guess } = guessing()
  const attempt = { kind: 'account', name: 'ada@example.com', address: '192.0.2.1' } as const
  for (let index = 0; index < PER_ADDRESS * 2; index++) {
    limit.take(attempt)
    limit.takeBack(attempt)
  }
  for (let index = 0; index < PER_ACCOUNT; index++) expect(guess()).toBe(0)
  expect(guess()).toBeGreaterThan(0)
})
