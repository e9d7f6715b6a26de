import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [0, 'en', '0 byte'],
  [700, 'en', '700 byte'],
  [9250, 'en', '9 kB'],
  [3_600_000, 'en', '3.4 MB'],
  [3_600_000, 'de', '3,4 MB'],
])('%d bytes in %s', (bytes, language, text) => {
  expect(formatSize(bytes, language).replaceAll(/\s/g, ' ')).toBe(text)
})
