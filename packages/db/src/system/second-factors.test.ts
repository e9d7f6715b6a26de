import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../audit/audit-entry.fixture.ts'
import { addTestSignIn, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('second factors on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  test('what was proved stays, whoever begins one in the same moment', async () => {
    const { userId } = testing
    const { secondFactors } = testing.database.system
    const signInId = await addTestSignIn(testing, testing)
    let proved = 0
    for (let step = 1; step <= 40; step += 1) {
      await secondFactors.begin(userId, { sealed: 'first', signInId })
      const proves = { recoveryHashes: [`${step}`], entry, exceptSignIn: signInId }
      const judge = ({ sealed }: { sealed: string }) => (sealed === 'first' ? { step } : undefined)
      const [outcome] = await Promise.all([
        secondFactors.use(userId, judge, { lockMs: () => 0, proves }),
        secondFactors.begin(userId, { sealed: 'second', signInId }),
      ])
      if (outcome !== 'right') continue
      proved += 1
      expect(await secondFactors.find(userId)).toMatchObject({
        sealed: 'first',
        confirmedAt: expect.any(Number),
      })
      await secondFactors.remove(userId, { signInId, entry })
    }
    expect(proved).toBeGreaterThan(0)
  })

  test('a proof of what is proved already counts as no wrong code, and locks nobody out', async () => {
    const { userId } = testing
    const { secondFactors } = testing.database.system
    const signInId = await addTestSignIn(testing, testing)
    const proves = { recoveryHashes: ['other'], entry, exceptSignIn: signInId }
    await secondFactors.begin(userId, { sealed: 'own', signInId })
    expect(await secondFactors.use(userId, () => ({ step: 100 }), { lockMs: () => 0, proves })).toBe('right')
    for (let time = 0; time < 3; time += 1)
      expect(await secondFactors.use(userId, () => undefined, { lockMs: () => 60_000, proves })).toBe('none')
    expect(await secondFactors.find(userId)).toMatchObject({ failures: 0, lockedUntil: 0 })
    await secondFactors.remove(userId, { signInId, entry })
  })

  describe('when the clock of the server went ahead for some hours', () => {
    const HOURS_MS = 5 * 3_600_000
    const LOCK_MS = 60_000
    /** Wrong codes after which the app's codes are locked. */
    const FREE = 2
    const lockMs = (failures: number) => (failures < FREE ? 0 : LOCK_MS)
    const wrong = () => undefined
    const right = () => ({ step: 100 })

    /** Tries wrong codes while it is ahead, and gives the store on a clock that was set right again. */
    async function tryAhead(tries: number, work: (at: TestDatabase) => Promise<void>) {
      let ahead = 0
      const there = await createTestDatabase(kind, { now: () => Date.now() + ahead })
      const { userId } = there
      const { secondFactors } = there.database.system
      const signInId = await addTestSignIn(there, there)
      const proves = { recoveryHashes: ['code'], entry, exceptSignIn: signInId }
      await secondFactors.begin(userId, { sealed: 'own', signInId })
      await secondFactors.use(userId, () => ({ step: 1 }), { lockMs, proves })
      ahead = HOURS_MS
      for (let time = 0; time < tries; time += 1) await secondFactors.use(userId, wrong, { lockMs })
      ahead = 0
      await work(there)
      await there.drop()
    }

    test('a wrong code that costs nothing keeps no right one waiting', () =>
      tryAhead(1, async ({ userId, database: { system } }) => {
        expect(await system.secondFactors.use(userId, right, { lockMs })).toBe('right')
      }))

    test('nobody waits longer for the next code than wrong ones make them', () =>
      tryAhead(FREE, async ({ userId, database: { system } }) => {
        const outcome = await system.secondFactors.use(userId, right, { lockMs })
        const { lockedUntil } = outcome as { lockedUntil: number }
        expect(lockedUntil).toBeGreaterThan(Date.now())
        expect(lockedUntil).toBeLessThanOrEqual(Date.now() + LOCK_MS)
        // It ends, however often they try meanwhile.
        expect(await system.secondFactors.use(userId, right, { lockMs })).toEqual({ lockedUntil })
      }))
  })
})
