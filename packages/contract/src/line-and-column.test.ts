import { describe, expect, test } from 'vitest'
import { lineAndColumn } from './line-and-column.ts'

describe('the place of an offset', () => {
  test.each([
    ['', 0, [1, 1]],
    ['ab', 1, [1, 2]],
    ['a\nb', 1, [1, 2]],
    ['a\nb', 2, [2, 1]],
    ['\n\n', 2, [3, 1]],
    ['a\r\n  b', 5, [2, 3]],
  ])('in %j, %i, is line and column %j', (text, offset, [line, column]) => {
    expect(lineAndColumn(text, offset)).toEqual({ line, column })
  })
})
