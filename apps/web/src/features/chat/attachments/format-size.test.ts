import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [1, 'en', '1 kB'],
  [12_300, 'en', '12 kB'],
  [1_500_000, 'en', '1.4 MB'],
  [1_500_000, 'de', '1,4 MB'],
])('%i bytes in %s are %s', (bytes, language, text) => {
  expect(formatSize(bytes, language).replace(/\s/g, ' ')).toBe(text)
})
