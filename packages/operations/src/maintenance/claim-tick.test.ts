import { createTestDatabase, databaseKinds, type TestDatabase } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { claimTick } from './claim-tick.ts'

const everyMs = 10_000
const START = 1_800_000_000_000

describe.each(databaseKinds)('a tick on %s', (kind) => {
  let testing: TestDatabase

  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })

  afterAll(() => testing.drop())

  const claim = (name: string, afterMs: number) =>
    claimTick({ db: testing.database, now: () => START + afterMs } as OperationContext, { name, everyMs })
  const winners = async (name: string, afterMs: number) =>
    (await Promise.all([1, 2, 3, 4, 5].map(() => claim(name, afterMs)))).filter(Boolean).length

  test('has one winner, and the next one too', async () => {
    expect(await winners('a', 0)).toBe(1)
    expect(await winners('a', 5_000)).toBe(0)
    expect(await winners('a', 9_500)).toBe(1)
    expect(await winners('a', 30_000)).toBe(1)
  })

  test('is of one kind of work', async () => {
    expect(await claim('b', 0)).toBe(true)
    expect(await claim('c', 0)).toBe(true)
  })

  test('is not lost to a clock that was far ahead, nor doubled by one that is a little behind', async () => {
    expect(await claim('d', 60_000)).toBe(true)
    expect(await claim('d', 58_000)).toBe(false)
    expect(await claim('d', 0)).toBe(true)
  })
})
