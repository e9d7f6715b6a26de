import { expect, test } from 'vitest'
import { truncateLabel } from './truncate-label.ts'

test('a label that is too long ends in three dots and has the wanted length [S9-FMT-05]', () => {
  expect(truncateLabel('short', 5)).toBe('short')
  expect(truncateLabel('longer', 5)).toBe('lo...')
  expect(truncateLabel('x'.repeat(61), 60)).toBe(`${'x'.repeat(57)}...`)
  expect(truncateLabel('a🌊bcdef', 5)).toBe('a...')
})
