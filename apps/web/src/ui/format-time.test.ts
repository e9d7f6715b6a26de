import { expect, test } from 'vitest'
import { formatDuration, formatRelativeTime } from './format-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test.each([
  [10, 'now'],
  [60, '1 minute ago'],
  [7_300, '2 hours ago'],
  [90_000, 'yesterday'],
  [3 * 86_400, '3 days ago'],
  [40 * 86_400, 'last month'],
  [800 * 86_400, '2 years ago'],
])('a time %i seconds ago is told as %s', (seconds, words) => {
  expect(formatRelativeTime(before(seconds), 'en', now)).toBe(words)
})

test('times are told in the language of the person', () => {
  expect(formatRelativeTime(before(90_000), 'de', now)).toBe('gestern')
})

test.each([
  [4, '4 ms'],
  [2_149, '2.1 sec'],
  [59_990, '1 min 0 sec'],
  [185_000, '3 min 5 sec'],
])('a duration of %i ms is told as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds, 'en')).toBe(words)
})
