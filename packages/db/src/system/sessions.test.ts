import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry } from '../audit/audit-entry.fixture.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

const REUSE_WINDOW_MS = 10_000

describe.each(databaseKinds)('sessions on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => 1_000 })
  })
  afterAll(() => testing.drop())

  const sessions = () => testing.database.system.sessions
  const tokens = (name: string) => ({
    accessHash: `${name} access`,
    accessExpiresAt: 60_000,
    refreshHash: `${name} refresh`,
    refreshExpiresAt: 1_000_000,
  })
  async function signIn() {
    const name = randomUUID()
    const { userId, workspaceId } = testing
    return { name, session: await sessions().insert({ userId, workspaceId, ...tokens(name) }) }
  }
  const refresh = (name: string, next: string, now: number) =>
    sessions().rotate({
      refreshHash: `${name} refresh`,
      next: tokens(next),
      now,
      reuseWindowMs: REUSE_WINDOW_MS,
      maxAgeMs: 1_000_000_000,
    })

  const useOf = async (rotation: Awaited<ReturnType<typeof refresh>>) => {
    if ('session' in rotation) await sessions().touch(rotation.session.id, 2_500)
  }

  test('a sign-in begins a family and is found by its tokens', async () => {
    const { name, session } = await signIn()
    expect(session).toMatchObject({
      userId: testing.userId,
      rotatedAt: null,
      endedAt: null,
      createdAt: 1_000,
    })
    expect(session.familyId).toBe(session.id)
    expect(await sessions().findByAccessHash(`${name} access`)).toEqual(session)
    expect(await sessions().findByRefreshHash(`${name} refresh`)).toEqual(session)
    expect(await sessions().findByAccessHash(`${name} refresh`)).toBeUndefined()
  })

  test('a refresh gives a successor of the same family, user and workspace', async () => {
    const { name, session } = await signIn()
    const outcome = await refresh(name, `${name}2`, 2_000)
    expect(outcome).toMatchObject({
      kind: 'rotated',
      session: { familyId: session.familyId, userId: testing.userId, workspaceId: testing.workspaceId },
    })
    expect(await sessions().findByAccessHash(`${name}2 access`)).toMatchObject({ createdAt: 2_000 })
    expect(await refresh(`${name}2`, `${name}3`, 3_000)).toMatchObject({ kind: 'rotated' })
  })

  test('tabs that refresh at the same time get the same successor', async () => {
    const { name } = await signIn()
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => refresh(name, `${name}2`, 2_000)))
    const kinds = outcomes.map((outcome) => outcome.kind)
    expect(kinds.toSorted()).toEqual(['reused', 'reused', 'reused', 'rotated'])
    const ids = outcomes.map((outcome) => ('session' in outcome ? outcome.session.id : undefined))
    expect(new Set(ids).size).toBe(1)
    expect(await refresh(name, `${name}2`, 2_000 + REUSE_WINDOW_MS)).toMatchObject({
      kind: 'reused',
      session: { id: ids[0] },
    })
  })

  test.each<[string, (own: { familyId: string; signInId: string }) => Promise<unknown>]>([
    ['their sign-in', ({ familyId }) => sessions().end(familyId)],
    [
      'all of their person',
      () => testing.database.system.accountLife.change(testing.userId, { name: 'Ada' }, { entry }),
    ],
    [
      'one of those of before',
      ({ familyId, signInId }) =>
        sessions().endOfUser({ userId: testing.userId, signInId }, familyId, () => entry),
    ],
  ])('a refresh at the moment that ends %s leaves none that goes on', async (_whose, end) => {
    for (let round = 0; round < 16; round += 1) {
      const { name, session } = await signIn()
      const { session: later } = await signIn()
      const refreshing = refresh(name, `${name}2`, 2_000)
      // The refresh has begun, and is not done: each round at another point of it.
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
      await Promise.all([refreshing, end({ familyId: session.familyId, signInId: later.familyId })])
      expect(await sessions().isLive(session.familyId, 2_000)).toBe(false)
    }
  })

  test('a reuse after the window ends the whole family, and no other', async () => {
    const { name, session } = await signIn()
    const bystander = await signIn()
    await useOf(await refresh(name, `${name}2`, 2_000))
    expect(await refresh(name, `${name}2`, 2_001 + REUSE_WINDOW_MS)).toEqual({
      kind: 'reuse-detected',
      userId: testing.userId,
      familyId: session.familyId,
    })
    expect(await sessions().findByAccessHash(`${name} access`)).toBeUndefined()
    expect(await sessions().findByAccessHash(`${name}2 access`)).toBeUndefined()
    expect(await refresh(`${name}2`, `${name}3`, 13_000)).toEqual({ kind: 'unknown' })
    expect(await sessions().findByAccessHash(`${bystander.name} access`)).toBeDefined()
  })

  test('who never got the answer of a refresh gets the same successor later, until it was used', async () => {
    const { name, session } = await signIn()
    await refresh(name, `${name}2`, 2_000)
    const again = await refresh(name, `${name}2`, 2_001 + 5 * REUSE_WINDOW_MS)
    expect(again).toMatchObject({ kind: 'reused', session: { familyId: session.familyId } })
    await refresh(`${name}2`, `${name}3`, 2_002 + 5 * REUSE_WINDOW_MS)
    expect(await refresh(name, `${name}2`, 2_003 + 5 * REUSE_WINDOW_MS)).toMatchObject({
      kind: 'reuse-detected',
    })
  })

  test('what is unknown, expired or ended is not refreshed', async () => {
    const { name, session } = await signIn()
    expect(await refresh(randomUUID(), 'x', 2_000)).toEqual({ kind: 'unknown' })
    expect(await refresh(name, `${name}2`, 1_000_000)).toEqual({ kind: 'expired' })
    await sessions().end(session.familyId)
    expect(await refresh(name, `${name}2`, 2_000)).toEqual({ kind: 'unknown' })
  })

  test('a refused refresh leaves nothing behind', async () => {
    const { name } = await signIn()
    await refresh(randomUUID(), `${name}2`, 2_000)
    expect(await sessions().findByAccessHash(`${name}2 access`)).toBeUndefined()
  })

  test('signing out elsewhere ends every other session of the user', async () => {
    const [one, two, stays] = [await signIn(), await signIn(), await signIn()]
    await sessions().endOthers({ userId: testing.userId, signInId: stays.session.familyId }, () => entry)
    for (const { name } of [one, two]) {
      expect(await sessions().findByAccessHash(`${name} access`)).toBeUndefined()
    }
    expect(await sessions().findByAccessHash(`${stays.name} access`)).toBeDefined()
  })

  test('another workspace can become the active one, for the successors too', async () => {
    const { name, session } = await signIn()
    const other = await addTestWorkspace(testing)
    const { userId } = testing
    await sessions().switchWorkspace({ userId, familyId: session.id }, other)
    expect(await testing.database.system.accounts.findUser(userId)).toMatchObject({ lastWorkspaceId: other })
    expect(await sessions().findByAccessHash(`${name} access`)).toMatchObject({ workspaceId: other })
    expect(await refresh(name, `${name}2`, 2_000)).toMatchObject({ session: { workspaceId: other } })
  })

  test('expired sessions are deleted', async () => {
    const { name } = await signIn()
    await sessions().prune(1_000_000)
    expect(await sessions().findByRefreshHash(`${name} refresh`)).toBeDefined()
    expect(await sessions().prune(1_000_001)).toBeGreaterThan(0)
    expect(await sessions().findByRefreshHash(`${name} refresh`)).toBeUndefined()
  })

  test('expired sessions are deleted a few at once', async () => {
    for (let n = 0; n < 3; n += 1) await signIn()
    expect(await sessions().prune(1_000_001, 2)).toBe(2)
    expect(await sessions().prune(1_000_001, 2)).toBeGreaterThan(0)
    expect(await sessions().prune(1_000_001, 2)).toBe(0)
  })
})

describe.each(databaseKinds)('sign-ins of a clock that had gone ahead on %s', (kind) => {
  const DAY_MS = 24 * 60 * 60_000
  const START = 1_000
  let now = START
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => now })
  })
  afterAll(() => testing.drop())

  async function signInAt(at: number): Promise<string> {
    now = at
    const { userId, workspaceId } = testing
    const ends = { accessExpiresAt: DAY_MS, refreshExpiresAt: 90 * DAY_MS }
    const tokens = { accessHash: randomUUID(), refreshHash: randomUUID(), ...ends }
    const { familyId } = await testing.database.system.sessions.insert({ userId, workspaceId, ...tokens })
    now = START
    return familyId
  }
  const endOthers = (signInId: string) =>
    testing.database.system.sessions.endOthers({ userId: testing.userId, signInId }, () => entry)

  test('are ended by whoever signs in once it is right again, and end none of theirs', async () => {
    const { isLive } = testing.database.system.sessions
    const ahead = await signInAt(START + DAY_MS)
    const stolen = await signInAt(START + 2 * DAY_MS)
    const own = await signInAt(START)
    expect(await endOthers(ahead)).toEqual({ ended: 1, newer: 1 })
    expect(await isLive(own, START)).toBe(true)
    expect(await isLive(stolen, START)).toBe(false)
    expect(await endOthers(own)).toEqual({ ended: 1, newer: 0 })
    expect(await isLive(ahead, START)).toBe(false)
  })

  test('of clocks that differ by a moment are told by their times', async () => {
    const older = await signInAt(START)
    const newer = await signInAt(START + 500)
    expect(await endOthers(older)).toMatchObject({ newer: 1 })
    expect(await endOthers(newer)).toMatchObject({ newer: 0 })
  })
})
