import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'
import { createSlots } from './slots.ts'

const quick = { memoryKib: 64, passes: 1 }

describe('password hasher', () => {
  test('uses argon2id with 64 MiB, three passes and one lane by default', async () => {
    const hasher = createPasswordHasher()
    const stored = await hasher.hash('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hasher.verify('correct horse', stored)).toBe(true)
    expect(await hasher.verify('correct hors', stored)).toBe(false)
    expect(hasher.needsRehash(stored)).toBe(false)
  })

  test('verifies a hash of the reference implementation of argon2', async () => {
    const hasher = createPasswordHasher({ cost: quick })
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hasher.verify('password', stored)).toBe(true)
    expect(await hasher.verify('Password', stored)).toBe(false)
    expect(hasher.needsRehash(stored)).toBe(true)
  })

  test('gives each hash its own salt', async () => {
    const hasher = createPasswordHasher({ cost: quick })
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'))
  })

  test('takes composed and decomposed characters for the same', async () => {
    const hasher = createPasswordHasher({ cost: quick })
    expect(await hasher.verify('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true)
  })

  test.each([
    '',
    'plain',
    '$2a$05$abc',
    '$argon2id$v=19$m=99999999,t=3,p=1$c29tZXNhbHQ$AAAA',
    '$argon2id$v=19$',
  ])('a stored value %j fits no password', async (stored) => {
    const hasher = createPasswordHasher({ cost: quick })
    expect(await hasher.verify('', stored)).toBe(false)
    expect(await hasher.verify(stored, stored)).toBe(false)
  })

  test('the check of an unknown user is false', async () => {
    expect(await createPasswordHasher({ cost: quick }).dummyVerify('any')).toBe(false)
  })
})

test('a crowd is told to come again, and who is known is not of it', async () => {
  const hasher = createPasswordHasher({ cost: quick, concurrency: 1, mostStrangers: 1 })
  const stored = await hasher.hash('x')
  const strangers = Array.from({ length: 4 }, () => hasher.dummyVerify('x'))
  const known = hasher.verify('x', stored, 'known')
  const ends = await Promise.allSettled(strangers)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(ends[3]).toMatchObject({ reason: { code: 'unavailable', body: { reason: 'sign_ins_exceeded' } } })
  expect(await known).toBe(true)
})

describe('slots', () => {
  test('never run more than their number, keep the order, and survive failures', async () => {
    const slots = createSlots(2, { mostStrangers: 10 })
    let running = 0
    let most = 0
    const order: number[] = []
    const task = async (n: number) => {
      running += 1
      most = Math.max(most, running)
      order.push(n)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (n % 3 === 0) throw new Error('failed')
    }
    await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((n) => slots.run(() => task(n), 'stranger')))
    expect({ most, order }).toEqual({ most: 2, order: [1, 2, 3, 4, 5, 6, 7] })
  })

  test('take those that are known before strangers, and turn strangers beyond some away at once', async () => {
    const slots = createSlots(1, { mostStrangers: 2 })
    const order: string[] = []
    const held = Promise.withResolvers<void>()
    const first = slots.run(() => held.promise, 'stranger')
    const come = (name: string, lane: 'known' | 'stranger') => slots.run(async () => order.push(name), lane)
    const strangers = ['a', 'b', 'c'].map((name) => come(name, 'stranger'))
    const known = ['1', '2', '3', '4', '5'].map((name) => come(name, 'known'))
    expect(strangers[2]).toBeUndefined()
    held.resolve()
    await Promise.all([first, ...strangers, ...known])
    expect(order.join('')).toBe('123a45b')
  })
})
