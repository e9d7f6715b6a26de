import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1e3, '1k'],
  [1234, '1.2k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [1e6, '1M'],
  [1e9, '1G'],
  [1e12, '1T'],
  [1e15, '1P'],
  [1e18, '1E'],
  [2.5e21, '2,500E'],
])('%d is shortened by its suffix [S9-FMT-04]', (count, text) => {
  expect(formatCount(count, 'en')).toBe(text)
})

test('it is written as the language of the page has it', () => {
  expect(formatCount(1234, 'de')).toBe('1,2k')
})
