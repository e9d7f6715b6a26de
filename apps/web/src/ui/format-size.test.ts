import { describe, expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

const show = (bytes: number, language = 'en') => formatSize(bytes, language).replaceAll(/\s/g, ' ')

describe('the size of a file', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 kB'],
    [1024 ** 2, '1 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4, '1 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1 EB'],
    [1024 ** 7, '1 ZB'],
    [1024 ** 8, '1 YB'],
    [5000 * 1024 ** 8, '5,000 YB'],
  ])('%d is told in its unit, in steps of 1024 [S9-FMT-01 S9-FMT-02]', (bytes, text) => {
    expect(show(bytes)).toBe(text)
  })

  test.each([
    [1536, '1.5 kB'],
    [3_600_000, '3.43 MB'],
    [1024 ** 2 - 1, '1 MB'],
    [1024 * 1023.994, '1,023.99 kB'],
  ])('%d has two digits behind the point at most [S9-FMT-03]', (bytes, text) => {
    expect(show(bytes)).toBe(text)
  })

  test('is written as the language of the page has it', () => {
    expect(show(3_600_000, 'de')).toBe('3,43 MB')
    expect(show(700, 'de')).toBe('700 Byte')
  })
})
