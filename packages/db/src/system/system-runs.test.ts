import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { newRun, newWait, stepRecord, textEvents } from '../runs/runs.fixture.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('leases on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const flow = await testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
  })
  afterAll(() => testing.drop())

  const leases = () => testing.database.system.runs
  async function accept(changes: Parameters<typeof newRun>[1] = {}) {
    const run = newRun(flowId, changes)
    await testing.database.progress(testing.workspaceId).accept({ run })
    return run.id
  }
  const claim = (runId: string, owner: string, now: number) =>
    leases().claim({ runId, owner, now, until: now + 100 })
  async function answer(runId: string, now: number) {
    const [wait] = await testing.database.read(testing.workspaceId).waits.listOpen(runId)
    await testing.database.write(testing.workspaceId, (writer) =>
      writer.waits.answer({ id: wait?.id ?? '', answer: {}, now }),
    )
  }
  const find = (id: string) => testing.database.read(testing.workspaceId).runs.get(id)

  test('of many who claim a queued run one gets it', async () => {
    const runId = await accept()
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(runId, owner, 1_000)))
    const won = claims.filter((outcome) => outcome !== undefined)
    expect(won).toEqual([{ workspaceId: testing.workspaceId, fence: 1, idleMs: 0, takeovers: 0 }])
    expect(await find(runId)).toMatchObject({ status: 'running', startedAt: 1_000, leaseUntil: 1_100 })
  })

  test('leases of runs that are written at the same time are renewed, and nobody waits in a ring', async () => {
    const lease = { owner: 'busy', until: 1_000 }
    const runs = await Promise.all(Array.from({ length: 24 }, () => accept({ lease })))
    const progress = testing.database.progress(testing.workspaceId)
    let isOver = false
    const write = async (runId: string) => {
      for (let n = 0; !isOver; n += 1) {
        await progress.append({ runId, fence: 1, records: [stepRecord(`a#${n}`)], events: [] })
        await pause(Math.random() * 5)
      }
    }
    const writing = Promise.all(runs.map(write))
    for (let beat = 0; beat < 150; beat += 1) {
      const runIds = beat % 2 ? runs : runs.toReversed()
      const kept = await leases().renew({ owner: 'busy', runIds, until: 2_000 + beat })
      expect(new Set(kept)).toEqual(new Set(runs))
    }
    isOver = true
    await writing
  })

  test('leases have one clock, that of the database where processes share it', async () => {
    const ahead = await openDatabase({ ...testing.options, now: () => Date.now() + 20_000 })
    const before = await leases().clock()
    const timeOfTheOther = await ahead.system.runs.clock()
    const after = await leases().clock()
    await ahead.close()
    const isBetween = before <= timeOfTheOther && timeOfTheOther <= after
    expect(isBetween).toBe(ahead.capabilities.sharedByProcesses)
    if (!isBetween) expect(timeOfTheOther).toBeGreaterThan(after)
  })

  test('who may take over nobody still gets what is queued', async () => {
    const claimOnlyQueued = (runId: string) =>
      leases().claim({ runId, owner: 'b', now: 5_000, until: 6_000, deadBefore: 0 })
    expect(await claimOnlyQueued(await accept({ lease: { owner: 'a', until: 1_000 } }))).toBeUndefined()
    expect(await claimOnlyQueued(await accept())).toMatchObject({ fence: 1 })
  })

  test('an expired lease can be taken over, with a higher fence; a live one cannot', async () => {
    const runId = await accept({ lease: { owner: 'a', until: 1_000 } })
    expect(await claim(runId, 'b', 999)).toBeUndefined()
    expect(await claim(runId, 'b', 1_000)).toMatchObject({ workspaceId: testing.workspaceId, fence: 2 })
    expect(await find(runId)).toMatchObject({ leaseOwner: 'b', startedAt: 1_000 })
  })

  test('counts how many owners in a row had died, and lets a suspect wait longer after each', async () => {
    const runId = await accept()
    expect(await claim(runId, 'a', 1_000)).toMatchObject({ takeovers: 0 })
    expect(await claim(runId, 'b', 1_100)).toMatchObject({ takeovers: 1 })
    expect(await claim(runId, 'c', 1_200)).toMatchObject({ takeovers: 2 })
    expect(await claim(runId, 'd', 1_300)).toMatchObject({ takeovers: 3 })
    expect(await claim(runId, 'e', 2_399)).toBeUndefined()
    expect(await claim(runId, 'e', 2_400)).toMatchObject({ takeovers: 4 })
    expect(await claim(runId, 'f', 4_499)).toBeUndefined()
    expect(await claim(runId, 'f', 4_500)).toMatchObject({ takeovers: 5 })
  })

  test('a run that got further before its owner died begins to be counted anew', async () => {
    const runId = await accept()
    for (const now of [1_000, 2_000, 5_000]) await claim(runId, `owner of ${now}`, now)
    const done = { ...stepRecord('x#0/m0'), kind: 'model' as const, status: 'finished' as const }
    const records = [{ ...done, startedAt: 5_010, finishedAt: 5_020 }]
    await testing.database.progress(testing.workspaceId).append({ runId, fence: 3, records, events: [] })
    expect(await claim(runId, 'd', 50_000)).toMatchObject({ takeovers: 1 })
    expect(await claim(runId, 'e', 60_000)).toMatchObject({ takeovers: 2 })
  })

  test.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('what a process whose clock is %s finished counts once, for the owner who did it', async (_way, off) => {
    const runId = await accept()
    for (const now of [1_000, 2_000, 5_000]) await claim(runId, `owner of ${now}`, now)
    const done = { ...stepRecord('x#0/m0'), kind: 'model' as const, status: 'finished' as const }
    const records = [{ ...done, startedAt: 5_010 + off, finishedAt: 5_020 + off }]
    await testing.database.progress(testing.workspaceId).append({ runId, fence: 3, records, events: [] })
    const counted: (number | undefined)[] = []
    for (const now of [50_000, 60_000, 70_000]) counted.push((await claim(runId, 'd', now))?.takeovers)
    expect(counted).toEqual([1, 2, 3])
  })

  test('runs of which several owners died are told apart from the others', async () => {
    const [harmless, suspect] = [await accept(), await accept()]
    await claim(harmless, 'a', 1_000)
    for (const now of [1_000, 2_000, 5_000, 10_000]) await claim(suspect, 'a', now)
    expect(await leases().expired(100_000, 1_000)).toContain(harmless)
    expect(await leases().expired(100_000, 1_000)).not.toContain(suspect)
    expect(await leases().suspects(100_000, 1_000)).toContain(suspect)
    expect(await leases().suspects(100_000, 1_000)).not.toContain(harmless)
  })

  test('adds up how long nobody had a run, from the end of its lease', async () => {
    const runId = await accept({ lease: { owner: 'a', until: 2_000 } })
    expect(await claim(runId, 'b', 2_500)).toMatchObject({ fence: 2, idleMs: 500 })
    expect(await claim(runId, 'c', 4_600)).toMatchObject({ fence: 3, idleMs: 2_500 })
    await leases().renew({ owner: 'c', runIds: [runId], until: 10_000 })
    expect(await claim(runId, 'd', 14_000)).toMatchObject({ fence: 4, idleMs: 6_500 })
    expect(await find(runId)).toMatchObject({ idleMs: 6_500 })
  })

  test('a run that was queued was nobody’s since it was accepted, also by a clock that is behind', async () => {
    const createdAt = 20_000
    expect(await claim(await accept({ createdAt }), 'a', 20_700)).toMatchObject({ fence: 1, idleMs: 700 })
    expect(await claim(await accept({ createdAt }), 'a', 19_000)).toMatchObject({ fence: 1, idleMs: 0 })
  })

  test('a run that waits is nobody’s, through question, answer and queue, whatever else happens to it', async () => {
    const runId = await accept({ lease: { owner: 'a', until: 16_000 } })
    const ending = { runId, fence: 1, records: [], events: [], messages: [] }
    const question = { status: 'waiting' as const, waits: [newWait('x#0')] }
    await testing.database.progress(testing.workspaceId).end({ ...ending, ...question, now: 4_000 })
    await testing.database.write(testing.workspaceId, (writer) => writer.runs.setPublic(runId, true))
    await answer(runId, 9_000)
    expect(await claim(runId, 'b', 9_400)).toMatchObject({ fence: 2, idleMs: 5_400 })
  })

  test('a start that expires all leases keeps how long their owners are dead', async () => {
    const dead = await accept({ lease: { owner: 'a', until: 30_000 } })
    const alive = await accept({ lease: { owner: 'a', until: 95_000 } })
    await leases().expireAllLeases(90_000)
    expect(await find(dead)).toMatchObject({ leaseUntil: 30_000 })
    expect(await find(alive)).toMatchObject({ leaseUntil: 90_000 })
    expect(await claim(dead, 'b', 90_001)).toMatchObject({ idleMs: 60_001 })
    expect(await claim(alive, 'b', 90_001)).toMatchObject({ idleMs: 1 })
  })

  test('what is unknown, waiting or ended cannot be claimed', async () => {
    expect(await claim(randomUUID(), 'a', 0)).toBeUndefined()
    for (const status of ['waiting', 'finished', 'error', 'terminated', 'timeout'] as const) {
      const runId = await accept({ lease: { owner: 'a', until: 1 } })
      await testing.database.progress(testing.workspaceId).end({
        runId,
        fence: 1,
        records: [],
        events: [],
        status,
        messages: [],
        now: 5,
      })
      expect(await claim(runId, 'b', 10_000)).toBeUndefined()
    }
  })

  test('only the owner renews, and learns what it has lost', async () => {
    const mine = await accept({ lease: { owner: 'me', until: 2_000 } })
    const lost = await accept({ lease: { owner: 'me', until: 1_000 } })
    await claim(lost, 'thief', 1_500)
    expect(await leases().renew({ owner: 'me', runIds: [mine, lost], until: 9_000 })).toEqual([mine])
    expect(await find(mine)).toMatchObject({ leaseUntil: 9_000 })
    expect(await find(lost)).toMatchObject({ leaseOwner: 'thief', leaseUntil: 1_600 })
    expect(await leases().renew({ owner: 'me', runIds: [], until: 9_000 })).toEqual([])
  })

  test('runs that are handed back can be claimed at once, and nobody has died of them', async () => {
    const mine = await accept({ lease: { owner: 'me', until: 90_000 } })
    const lost = await accept({ lease: { owner: 'thief', until: 90_000 } })
    expect(await leases().handBack({ owner: 'me', runIds: [mine, lost], now: 2_000 })).toEqual([mine])
    expect(await claim(mine, 'b', 2_300)).toMatchObject({ fence: 2, takeovers: 0, idleMs: 300 })
    expect(await claim(lost, 'b', 2_300)).toBeUndefined()
    const late = { runId: mine, fence: 1, records: [stepRecord('late#0')], events: [] }
    await expect(testing.database.progress(testing.workspaceId).append(late)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await leases().handBack({ owner: 'me', runIds: [], now: 2_000 })).toEqual([])
  })

  test('tells which runs need an owner', async () => {
    const queued = await accept()
    const expired = await accept({ lease: { owner: 'a', until: 50_000 } })
    const alive = await accept({ lease: { owner: 'a', until: 50_001 } })
    const ids = await leases().expired(50_000, 1_000)
    expect(ids).toEqual(expect.arrayContaining([queued, expired]))
    expect(ids).not.toContain(alive)
    expect(await leases().expired(50_000, 1)).toHaveLength(1)
    await leases().expireAllLeases(10)
    expect(await leases().expired(10, 1_000)).toEqual(expect.arrayContaining([queued, alive]))
    expect(await claim(alive, 'b', 10)).toMatchObject({ fence: 2 })
  })

  test('a flow with very many runs that wait does not hold up those of another flow', async () => {
    const { database, workspaceId } = testing
    const [large, small] = await Promise.all(
      ['Large', 'Small'].map((name) =>
        database.write(workspaceId, ({ flows }) =>
          flows.insert({ name, type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
        ),
      ),
    )
    const progress = database.progress(workspaceId)
    const add = (id: string, changes: Parameters<typeof newRun>[1]) =>
      progress.accept({ run: newRun(id, { createdAt: 100, ...changes }) })
    for (let n = 0; n < 300; n += 1) await add(large?.id ?? '', { createdAt: 100 + n })
    await add(large?.id ?? '', { lease: { owner: 'a', until: 900_000 } })
    const [run, dead] = [newRun(small?.id ?? '', { createdAt: 90_000 }), newRun(small?.id ?? '')]
    await progress.accept({ run })
    const store = newRun('', { createdAt: 95_000 })
    await progress.accept({
      run: { ...store, flowId: null, versionId: null, kind: 'ingestion', subject: 's' },
    })
    await progress.accept({ run: { ...dead, lease: { owner: 'a', until: 99_000 } } })
    const found = await leases().expired(100_000, 100)
    expect(found).toHaveLength(100)
    expect(new Set(found).size).toBe(100)
    for (const id of [run.id, store.id, dead.id]) expect(found.indexOf(id)).toBeLessThan(20)
    const queued = await claim(run.id, 'b', 100_000)
    expect(queued).toBeDefined()
    await database.write(workspaceId, async ({ flows }) => {
      for (const flow of [large, small]) await flows.delete(flow?.id ?? '')
    })
  })

  test('tells which questions are overdue, the longest first, until they are answered', async () => {
    const wait = async (deadlineAt?: number) => {
      const runId = await accept({ lease: { owner: 'a', until: 1 } })
      const ending = { runId, fence: 1, records: [], events: [], messages: [], now: 1 }
      const question = { status: 'waiting' as const, waits: [newWait('x#0', { deadlineAt }), newWait('y#0')] }
      await testing.database.progress(testing.workspaceId).end({ ...ending, ...question })
      return runId
    }
    const overdue = async (limit: number) => {
      const found = await leases().overdueWaits(70_000, limit)
      const { waits } = testing.database.read(testing.workspaceId)
      return Promise.all(found.map(async ({ waitId }) => (await waits.find(waitId))?.runId))
    }
    const [later, sooner] = [await wait(70_000), await wait(60_000)]
    await wait(70_001)
    await wait()
    expect(await overdue(10)).toEqual([sooner, later])
    expect(await overdue(1)).toEqual([sooner])
    const [first] = await leases().overdueWaits(70_000, 1)
    expect(await leases().overdueWaits(70_000, 10, first)).toMatchObject([{ deadlineAt: 70_000 }])
    await answer(sooner, 1)
    expect(await overdue(10)).toEqual([later])
  })

  test('tells how far runs are', async () => {
    const [begun, ended] = [
      await accept({ lease: { owner: 'a', until: 1 } }),
      await accept({ lease: { owner: 'a', until: 1 } }),
    ]
    const progress = testing.database.progress(testing.workspaceId)
    const entry = { runId: ended, fence: 1, records: [] }
    await progress.append({ ...entry, events: textEvents(1, 1, ['a', 'b']) })
    const events = textEvents(1, 3, ['c'])
    await progress.end({ ...entry, events, status: 'finished', messages: [], now: 99_000 })
    const found = await leases().progressOf([begun, ended, randomUUID()])
    expect(found.toSorted((a, b) => Number(a.firstN) - Number(b.firstN))).toEqual([
      { id: begun, status: 'running', fence: 1, firstN: null },
      { id: ended, status: 'finished', fence: 1, firstN: 3 },
    ])
    expect(await leases().progressOf([])).toEqual([])
  })

  test('prunes the journals of runs that ended before a time, a few at once', async () => {
    while ((await leases().prune(100_000)) > 0);
    const ids: string[] = []
    for (const now of [100_100, 100_200, 100_300]) {
      const runId = await accept({ lease: { owner: 'a', until: 1 } })
      ids.push(runId)
      await testing.database.progress(testing.workspaceId).end({
        runId,
        fence: 1,
        records: [stepRecord('x#0')],
        events: [],
        status: 'finished',
        messages: [],
        now,
      })
    }
    expect(await leases().prune(100_300, 1)).toBe(1)
    expect(await leases().prune(100_300, 10)).toBe(1)
    expect(await leases().prune(100_300, 10)).toBe(0)
    const reader = testing.database.read(testing.workspaceId)
    const lengths = await Promise.all(ids.map(async (id) => (await reader.runs.journal(id)).length))
    expect(lengths).toEqual([0, 0, 1])
  })
})
