import { expect, test, vi } from 'vitest'
import { elapsedSince } from '../moments.ts'
import { createRunLease } from './run-lease.ts'

const at = (milliseconds: number) => ({ steady: milliseconds, wall: milliseconds })

/** A lease asked for at 0, with a clock of its own. */
function leaseAt(renew: (lease: ReturnType<typeof createRunLease>) => Promise<void>) {
  const clock = { now: at(0) }
  const abandon = new AbortController()
  const lease = createRunLease({
    askedAt: at(0),
    signal: abandon.signal,
    giveUp: () => abandon.abort(),
    renew: () => renew(lease),
    elapsed: (moment) => elapsedSince(moment, clock.now),
  })
  return { lease, clock, abandon }
}

test('a lease in its time costs no question', () => {
  const renew = vi.fn(async () => undefined)
  const { lease, clock } = leaseAt(renew)
  clock.now = at(12_900)
  expect(lease.hold()).toBeUndefined()
  expect(() => lease.assertSure()).not.toThrow()
  expect(renew).not.toHaveBeenCalled()
})

test.each([
  ['a process that was stopped', { steady: 13_000, wall: 13_000 }],
  ['a machine that slept', { steady: 10, wall: 13_000 }],
  ['a wall clock that was set back', { steady: 13_000, wall: -50_000 }],
])('a lease that may be over is renewed before anything leaves: %s', async (_, now) => {
  const { lease, clock } = leaseAt(async (mine) => mine.renewed(clock.now))
  clock.now = now
  expect(() => lease.assertSure()).toThrow('Another process may have this run')
  await lease.hold()
  expect(lease.isSure).toBe(true)
})

test('a renewal that was asked for before a stop does not count for the time after it', async () => {
  const moments = [at(1_000), at(40_000)]
  const { lease, clock } = leaseAt(async (mine) => mine.renewed(moments.shift() ?? at(0)))
  clock.now = at(40_000)
  await lease.hold()
  expect(moments).toEqual([])
})

test('a lease that another process has lets nothing leave, and neither does a run that is over', async () => {
  const { lease, clock, abandon } = leaseAt(async () => abandon.abort())
  clock.now = at(20_000)
  await expect(lease.hold()).rejects.toMatchObject({ code: 'run_aborted' })
  const ended = leaseAt(async () => undefined)
  ended.lease.end()
  await expect(ended.lease.hold()).rejects.toMatchObject({ code: 'run_aborted' })
})
