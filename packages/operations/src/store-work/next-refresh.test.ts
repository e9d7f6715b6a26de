import { expect, test } from 'vitest'
import { nextRefresh, nextTry } from './next-refresh.ts'

const at = (text: string) => Date.parse(text)
const told = async (setting: Parameters<typeof nextRefresh>[0], after: string) =>
  new Date(await nextRefresh(setting, at(after))).toISOString()

test('comes after so many hours', async () => {
  expect(await told({ every: 'hours', count: 6 }, '2026-03-01T10:00:00Z')).toBe('2026-03-01T16:00:00.000Z')
})

test('comes at a time of day of its zone, also over the change to summer time', async () => {
  const daily = { every: 'days', count: 1, at: '06:30', timeZone: 'Europe/Berlin' } as const
  expect(await told(daily, '2026-03-27T04:00:00Z')).toBe('2026-03-27T05:30:00.000Z')
  expect(await told(daily, '2026-03-28T05:30:00Z')).toBe('2026-03-29T04:30:00.000Z')
  expect(await told({ ...daily, count: 3 }, '2026-03-10T05:30:00Z')).toBe('2026-03-13T05:30:00.000Z')
})

test('comes by an expression in its zone', async () => {
  const working = { every: 'cron', cron: '0 9 * * 1-5', timeZone: 'America/New_York' } as const
  expect(await told(working, '2026-11-20T20:00:00Z')).toBe('2026-11-23T14:00:00.000Z')
})

test('is tried again later each time, and no more after ten failures', () => {
  const waits = [1, 2, 3, 9].map((failures) => nextTry(failures, 0))
  expect(waits).toEqual([5, 10, 20, 1280].map((minutes) => minutes * 60_000))
  expect(nextTry(10, 0)).toBeNull()
})
