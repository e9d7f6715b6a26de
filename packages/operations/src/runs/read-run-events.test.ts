import { setTimeout as wait } from 'node:timers/promises'
import type { LoggedEvent } from '@runnel/contract'
import type { RunProgress } from '@runnel/db'
import { createInProcessRunBus } from '@runnel/drivers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { readRunEvents } from './read-run-events.ts'
import { createRunWatch } from './watch-runs.ts'

const end: LoggedEvent = {
  fence: 1,
  n: 1,
  at: 0,
  event: { type: 'run-end', status: 'finished', text: 'done', result: {} },
}

interface FakeRuns {
  findStatus(): Promise<string | undefined>
  events(): Promise<LoggedEvent[]>
}

/** A context whose database holds one run; what the watch is told of it is counted. */
function contextWith(runs: FakeRuns, progress: RunProgress[] = []) {
  const bus = createInProcessRunBus()
  const asked: string[][] = []
  const db = {
    read: () => ({ runs: { find: async () => undefined, ...runs } }),
    system: {
      runs: {
        async progressOf(runIds: string[]) {
          asked.push(runIds)
          return progress.filter(({ id }) => runIds.includes(id))
        },
      },
    },
  }
  const runWatch = createRunWatch(db as unknown as OperationContext['db'])
  return { bus, asked, context: { bus, db, runWatch } as unknown as OperationContext }
}

async function readAll(context: OperationContext, runId = 'run'): Promise<LoggedEvent[][]> {
  const batches = []
  for await (const batch of readRunEvents(context, { workspaceId: 'w', runId })) batches.push(batch)
  return batches
}

test('word of an event that comes while the database is being read is not slept over', async () => {
  const written: LoggedEvent[] = []
  const { bus, asked, context } = contextWith({
    findStatus: async () => 'running',
    async events() {
      const found = [...written]
      if (found.length > 0) return found
      written.push(end)
      bus.publish('run', { wake: true })
      await wait(5)
      return found
    },
  })
  expect((await readAll(context)).flat()).toMatchObject([{ event: { type: 'run-end' } }])
  expect(asked).toEqual([])
})

describe('readers that hear nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('read no run while nothing happens; the watch asks for all of them in one statement', async () => {
    const reads = { status: 0, events: 0 }
    const quiet = {
      async findStatus() {
        reads.status += 1
        return 'running'
      },
      async events() {
        reads.events += 1
        return []
      },
    }
    const ids = Array.from({ length: 20 }, (_, index) => `run ${index}`)
    const { asked, context } = contextWith(
      quiet,
      ids.map((id) => ({ id, status: 'running', fence: 1, firstN: null })),
    )
    const stop = new AbortController()
    const reading = ids.map(async (runId) => {
      const { signal } = stop
      for await (const batch of readRunEvents(context, { workspaceId: 'w', runId, signal }))
        expect(batch).toBe(0)
    })
    await vi.advanceTimersByTimeAsync(20_500)
    expect(reads).toEqual({ status: ids.length, events: ids.length })
    expect(asked).toHaveLength(10)
    expect(asked[0]).toEqual(ids)
    stop.abort()
    await Promise.all(reading)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked.length).toBeLessThanOrEqual(11)
  })

  test('find what never came over the bus', async () => {
    const written: LoggedEvent[] = []
    const progress: RunProgress[] = [{ id: 'run', status: 'running', fence: 1, firstN: null }]
    const { context } = contextWith(
      { findStatus: async () => 'running', events: async () => [...written] },
      progress,
    )
    const reading = readAll(context)
    await vi.advanceTimersByTimeAsync(5_000)
    written.push(end)
    progress[0] = { id: 'run', status: 'running', fence: 1, firstN: 1 }
    await vi.advanceTimersByTimeAsync(2_500)
    expect((await reading).flat()).toMatchObject([{ event: { type: 'run-end' } }])
  })

  test('end when their run is deleted', async () => {
    let status: string | undefined = 'running'
    const progress: RunProgress[] = [{ id: 'run', status: 'running', fence: 1, firstN: null }]
    const { context } = contextWith({ findStatus: async () => status, events: async () => [] }, progress)
    const reading = readAll(context)
    await vi.advanceTimersByTimeAsync(3_000)
    status = undefined
    progress.pop()
    await vi.advanceTimersByTimeAsync(2_500)
    expect(await reading).toEqual([])
  })
})
