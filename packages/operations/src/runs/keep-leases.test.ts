import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OperationContext } from '../context.ts'
import { keepLeases } from './keep-leases.ts'
import { createLeaseClock } from './run-lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BEAT_MS = 4_000
const PROBATION_MS = 15_000

test('runs that may kill a process are taken one at a time, the next when the one before ended or did no harm', async () => {
  const suspects = ['a', 'b', 'c']
  const ends = new Map<string, () => void>()
  const taken: string[] = []
  const context = {
    db: {
      system: {
        runs: { expired: async () => [], suspects: async () => suspects.slice(0, 1) },
      },
    },
    now: Date.now,
    sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    log: { warn: () => undefined },
  } as unknown as OperationContext
  const stop = await keepLeases(context, {
    slots: 10,
    active: { size: 0, has: () => false },
    clock: createLeaseClock(async () => Date.now(), Date.now),
    renew: async () => undefined,
    isOpen: () => true,
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
