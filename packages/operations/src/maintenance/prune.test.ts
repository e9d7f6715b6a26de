import { randomUUID } from 'node:crypto'
import { createTestDatabase, databaseKinds, type TestDatabase } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { prune } from './prune.ts'

const DAY = 86_400_000
const NOW = 1_800_000_000_000
const RUNS = 180

describe.each(databaseKinds)('retention on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string

  beforeAll(async () => {
    testing = await createTestDatabase(kind)
    const flow = await testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
  })
  afterAll(() => testing.drop())

  /** A run that ended so long ago, with a step, an event and an answer. */
  async function addRun(daysAgo: number): Promise<string> {
    const id = randomUUID()
    const now = NOW - daysAgo * DAY
    const names = { flowId, versionId: 'v', chatId: 'c', sessionId: 's', messageId: randomUUID() }
    const common = { ...names, chatType: 'EXTERNAL' as const, streaming: false }
    const input = {
      ...common,
      flowType: 'AGENTFLOW' as const,
      prependedHistory: [],
      variables: {},
      overrides: {},
    }
    const stored = { ...input, concurrency: 1, startedAt: new Date(now).toISOString() }
    const lease = { owner: 'p', until: now }
    const progress = testing.database.progress(testing.workspaceId)
    await progress.accept({
      run: { id, ...common, namespace: 'anonymous', input: stored, lease, createdAt: now },
    })
    await progress.end({
      runId: id,
      fence: 1,
      records: [
        {
          ...{ path: 'x#0', attempt: 1, kind: 'step', status: 'finished', nodeId: 'x', nodeType: 'x' },
          ...{ repeatable: true, startedAt: now, finishedAt: now },
        },
      ],
      events: [
        { fence: 1, n: 1, at: now, event: { type: 'text-delta', path: 'x#0', nodeId: 'x', text: 'a' } },
      ],
      status: 'finished',
      messages: [],
      now,
    })
    return id
  }

  /** What a sweep works with; it notes how long it rested, and what it erased. */
  function makeContext(
    now: () => number,
    { rests = [], erased = [] }: { rests?: number[]; erased?: string[] } = {},
  ): OperationContext {
    return {
      db: testing.database,
      settings: { runRetentionMs: 90 * DAY },
      now,
      blobs: { delete: async (id: string) => void erased.push(id) },
      log: { warn: (details: object) => erased.push(JSON.stringify(details)) },
      sleep: async (milliseconds: number) => void rests.push(milliseconds),
    } as unknown as OperationContext
  }

  /** A file that a run wrote; gives the id of its bytes. */
  async function addFile(runId: string): Promise<string> {
    const blobId = randomUUID()
    const file = { blobId, name: 'a', mediaType: 'text/plain', size: 1, sha256: 'h' }
    await testing.database.write(testing.workspaceId, ({ files }) =>
      files.insert({ ...file, ownerKind: 'run', ownerId: runId }),
    )
    return blobId
  }

  test('takes every journal that is past its time in one go, resting in between, beside another process', async () => {
    const old = await Promise.all(Array.from({ length: RUNS }, () => addRun(91)))
    const young = await addRun(89)
    const rests: number[] = []
    const erased: string[] = []
    const blobs = await Promise.all([...old, young].map(addFile))
    const context = makeContext(() => NOW, { rests, erased })
    await testing.database.system.meta.set('retention time', String(NOW))
    const [one, two] = await Promise.all([prune(context), prune(context)])
    expect(one.runs + two.runs).toBe(RUNS)
    expect(rests.length).toBeGreaterThan(RUNS / 50)
    expect(rests.every((rest) => rest > 0)).toBe(true)
    const { runs } = testing.database.read(testing.workspaceId)
    for (const id of old) {
      expect(await runs.journal(id)).toEqual([])
      expect(await runs.events(id, undefined, 10)).toEqual([])
      expect(await runs.findStatus(id), 'the row of the run stays').toBe('finished')
    }
    expect(await runs.journal(young)).toHaveLength(1)
    await prune(context)
    expect(new Set(erased)).toEqual(new Set(blobs.slice(0, -1)))
    const files = testing.database.read(testing.workspaceId).files
    expect((await files.list({ ownerKind: 'run', page: 1, limit: 9 })).rows).toMatchObject([
      { ownerId: young },
    ])
    expect(await prune(context)).toMatchObject({ runs: 0 })
  })

  test('a run that ended while the clock was far behind is kept', async () => {
    await testing.database.system.meta.set('retention time', String(NOW))
    const context = makeContext(() => NOW)
    await prune(context)
    const id = await addRun(365)
    await prune(context)
    expect(await testing.database.read(testing.workspaceId).runs.journal(id)).toHaveLength(1)
  })

  test('a clock that is far ahead for a while, or far behind, loses nothing', async () => {
    const [young, old] = [await addRun(89), await addRun(89.9)]
    let now = NOW
    const context = makeContext(() => now)
    const journalOf = (id: string) => testing.database.read(testing.workspaceId).runs.journal(id)
    await testing.database.system.meta.set('retention time', String(NOW))
    for (const off of [365, 365, -365, -365]) {
      now = NOW + off * DAY
      await prune(context)
      expect([await journalOf(young), await journalOf(old)].map(({ length }) => length)).toEqual([1, 1])
    }
    // Of an installation that has not swept before, the latest run says what time it is.
    now = NOW + 365 * DAY
    const { system } = testing.database
    const meta = { ...system.meta, get: async () => undefined }
    await prune({ ...context, db: { ...testing.database, system: { ...system, meta } } })
    expect(await journalOf(old)).toHaveLength(1)
    await testing.database.system.meta.set('retention time', String(NOW))
    now = NOW + DAY
    for (let sweep = 0; sweep < 12; sweep += 1) await prune(context)
    expect([await journalOf(young), await journalOf(old)].map(({ length }) => length)).toEqual([1, 0])
  })
})
