import { expect, test } from 'vitest'
import { isoTime, parseTime } from './time.ts'

test('a time that was written is read as the same', () => {
  const text = isoTime(1_764_547_200_123)
  expect(text).toBe('2025-12-01T00:00:00.123Z')
  expect(parseTime('startDate', text)).toBe(1_764_547_200_123)
})

test.each([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  ['2026-01-31T10:30+01:00', Date.UTC(2026, 0, 31, 9, 30)],
])('%s is a time', (text, expected) => {
  expect(parseTime('endDate', text)).toBe(expected)
})

test.each(['', 'yesterday', 'May 2026', '2026-13-01', '2026-01-31T25:00'])('“%s” is none', (text) => {
  expect(() => parseTime('endDate', text)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      issues: [expect.objectContaining({ path: 'endDate' })],
    }),
  )
})
