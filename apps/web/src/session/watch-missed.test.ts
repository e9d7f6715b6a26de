import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchMissed } from './watch-missed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(['gone', 'left'] as const)(
  'a workspace that is %s is missed after half a second [S4-WS-05 S9-TIME-01]',
  (place) => {
    const told: boolean[] = []
    watchMissed(place, (isMissed) => told.push(isMissed))
    vi.advanceTimersByTime(499)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual([true])
  },
)

test('one that comes back meanwhile is not', () => {
  const told: boolean[] = []
  const end = watchMissed('left', (isMissed) => told.push(isMissed))
  vi.advanceTimersByTime(499)
  end()
  watchMissed('here', (isMissed) => told.push(isMissed))
  vi.runAllTimers()
  expect(told).toEqual([false])
})
