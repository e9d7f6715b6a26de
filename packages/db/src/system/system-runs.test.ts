import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRun, stepRecord } from '../runs/runs.fixture.ts'
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
    await testing.database.write(testing.workspaceId, (writer) => writer.runs.accept({ run }))
    return run.id
  }
  const claim = (runId: string, owner: string, now: number) =>
    leases().claim({ runId, owner, now, until: now + 100 })
  const find = (id: string) => testing.database.read(testing.workspaceId).runs.get(id)

  test('of many who claim a queued run one gets it', async () => {
    const runId = await accept()
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(runId, owner, 1_000)))
    const won = claims.filter((outcome) => outcome !== undefined)
    expect(won).toEqual([{ workspaceId: testing.workspaceId, fence: 1 }])
    expect(await find(runId)).toMatchObject({ status: 'running', startedAt: 1_000, leaseUntil: 1_100 })
  })

  test('an expired lease can be taken over, with a higher fence; a live one cannot', async () => {
    const runId = await accept({ lease: { owner: 'a', until: 1_000 } })
    expect(await claim(runId, 'b', 999)).toBeUndefined()
    expect(await claim(runId, 'b', 1_000)).toEqual({ workspaceId: testing.workspaceId, fence: 2 })
    expect(await find(runId)).toMatchObject({ leaseOwner: 'b', startedAt: 1_000 })
  })

  test('what is unknown, waiting or ended cannot be claimed', async () => {
    expect(await claim(randomUUID(), 'a', 0)).toBeUndefined()
    for (const status of ['waiting', 'finished', 'error', 'terminated', 'timeout'] as const) {
      const runId = await accept({ lease: { owner: 'a', until: 1 } })
      await testing.database.write(testing.workspaceId, (writer) =>
        writer.runs.end({
          runId,
          fence: 1,
          records: [],
          events: [],
          status,
          messages: [],
          now: 5,
          waitId: 'w',
        }),
      )
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

  test('tells which runs need an owner', async () => {
    const queued = await accept()
    const expired = await accept({ lease: { owner: 'a', until: 50_000 } })
    const alive = await accept({ lease: { owner: 'a', until: 50_001 } })
    const ids = await leases().expired(50_000, 1_000)
    expect(ids).toEqual(expect.arrayContaining([queued, expired]))
    expect(ids).not.toContain(alive)
    expect(await leases().expired(50_000, 1)).toHaveLength(1)
    expect(await leases().expireAllLeases(10)).toEqual(expect.arrayContaining([queued, expired, alive]))
    expect(await claim(alive, 'b', 10)).toMatchObject({ fence: 2 })
  })

  test('prunes the journals of runs that ended before a time, a few at once', async () => {
    const ids: string[] = []
    for (const now of [100_100, 100_200, 100_300]) {
      const runId = await accept({ lease: { owner: 'a', until: 1 } })
      ids.push(runId)
      await testing.database.write(testing.workspaceId, (writer) =>
        writer.runs.end({
          runId,
          fence: 1,
          records: [stepRecord('x#0')],
          events: [],
          status: 'finished',
          messages: [],
          now,
        }),
      )
    }
    expect(await leases().prune(100_300, 1)).toBe(1)
    expect(await leases().prune(100_300, 10)).toBe(1)
    expect(await leases().prune(100_300, 10)).toBe(0)
    const reader = testing.database.read(testing.workspaceId)
    const lengths = await Promise.all(ids.map(async (id) => (await reader.runs.journal(id)).length))
    expect(lengths).toEqual([0, 0, 1])
  })
})
