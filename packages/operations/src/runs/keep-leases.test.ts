import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { keepLeases } from './keep-leases.ts'
import { createLeaseClock } from './run-lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BEAT_MS = 4_000
const PROBATION_MS = 15_000

interface Worker {
  expired?: (deadBefore: number, limit: number) => Promise<string[]>
  suspects?: () => Promise<string[]>
  active?: { size: number; has(runId: string): boolean }
  slots?: number
  takeOver(runId: string): Promise<void>
}

const none = async () => []

/** Keeps the leases of a worker that finds these runs. */
function keep({ expired = none, suspects = none, active, slots = 10, takeOver }: Worker) {
  const context = {
    db: { system: { runs: { expired, suspects } } },
    now: Date.now,
    sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    log: { warn: () => undefined },
  } as unknown as OperationContext
  return keepLeases(context, {
    slots,
    active: active ?? { size: 0, has: () => false },
    clock: createLeaseClock(async () => Date.now(), Date.now),
    renew: async () => undefined,
    isOpen: () => true,
    takeOver,
  })
}

test('runs that may kill a process are taken one at a time, the next when the one before ended or did no harm', async () => {
  const suspects = ['a', 'b', 'c']
  const ends = new Map<string, () => void>()
  const taken: string[] = []
  const stop = await keep({
    suspects: async () => suspects.slice(0, 1),
    takeOver(runId) {
      taken.push(runId)
      suspects.splice(suspects.indexOf(runId), 1)
      return new Promise<void>((resolve) => ends.set(runId, resolve))
    },
  })
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS)
  expect(taken).toEqual(['a'])
  ends.get('a')?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(taken).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(PROBATION_MS)
  expect(taken).toEqual(['a', 'b', 'c'])
  stop()
})

test('a queue of thousands is worked off as fast as its runs end, and never beyond the slots', async () => {
  const queued = Array.from({ length: 5_000 }, (_, index) => `run-${index}`)
  const active = new Set<string>()
  let most = 0
  let ended = 0
  const stop = await keep({
    slots: 300,
    active,
    expired: async (_deadBefore, limit) => queued.slice(0, limit),
    async takeOver(runId) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      queued.splice(queued.indexOf(runId), 1)
      active.add(runId)
      most = Math.max(most, active.size)
      await new Promise((resolve) => setTimeout(resolve, 400))
      active.delete(runId)
      ended += 1
    },
  })
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS)
  stop()
  expect(ended).toBe(5_000)
  expect(most).toBeLessThanOrEqual(300)
})

test('a run whose taking over takes long is not taken twice', async () => {
  const queued = Array.from({ length: 500 }, (_, index) => `run-${index}`)
  const taken: string[] = []
  const stop = await keep({
    slots: 1_000,
    expired: async (_deadBefore, limit) => queued.slice(0, limit),
    takeOver(runId) {
      taken.push(runId)
      return new Promise(() => undefined)
    },
  })
  await vi.advanceTimersByTimeAsync(BEAT_MS - 1)
  stop()
  expect(taken).toEqual(queued.slice(0, 100))
})
