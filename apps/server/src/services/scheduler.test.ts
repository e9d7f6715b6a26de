import type { ServingContext } from '@runnel/operations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startScheduler } from './scheduler.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Processes of one installation; counts how often each kind of work was begun. */
function installation() {
  const facts = new Map([['retention time', String(Date.now())]])
  const begun = { prune: 0, waits: 0 }
  const warnings: object[] = []
  const meta = {
    get: async (key: string) => facts.get(key),
    replace: async (key: string, known: string | undefined, value: string) => {
      if (facts.get(key) !== known) return false
      facts.set(key, value)
      return true
    },
  }
  const runs = {
    clock: async () => Date.now(),
    overdueWaits: async () => {
      begun.waits += 1
      return []
    },
    prune: async () => {
      begun.prune += 1
      throw new Error('The database is away')
    },
  }
  const deletions = { flows: async () => [] }
  const context = {
    db: {
      system: {
        meta,
        runs,
        refreshes: { listDue: async () => [] },
        deletions,
        audit: { chain: async () => 0 },
        workspaces: { listDeleted: async () => [] },
      },
    },
    sessionKey: Buffer.alloc(32),
    log: { warn: (details: object) => warnings.push(details) },
    settings: { runRetentionMs: 1 },
    now: Date.now,
  } as unknown as ServingContext
  return { context, begun, warnings }
}

test('of several schedulers of one installation one does each tick', async () => {
  const { context, begun } = installation()
  const schedulers = [1, 2, 3].map(() => startScheduler(context, { isShared: true }))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun.waits).toBe(4)
  await vi.advanceTimersByTimeAsync(80_000)
  expect(begun).toEqual({ waits: 20, prune: 1 })
  for (const scheduler of schedulers) scheduler.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun).toEqual({ waits: 20, prune: 1 })
})

test('the next takes over when the one that did the work is gone', async () => {
  const { context, begun } = installation()
  const first = startScheduler(context, { isShared: true })
  await vi.advanceTimersByTimeAsync(2_000)
  const second = startScheduler(context, { isShared: true })
  await vi.advanceTimersByTimeAsync(8_500)
  expect(begun.waits).toBe(2)
  first.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun.waits).toBe(3)
  second.stop()
})

test('work that fails is told and done again at its next time', async () => {
  const { context, begun, warnings } = installation()
  const scheduler = startScheduler(context, { isShared: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(warnings).toMatchObject([{ task: 'prune' }])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(begun.prune).toBe(2)
  scheduler.stop()
})
