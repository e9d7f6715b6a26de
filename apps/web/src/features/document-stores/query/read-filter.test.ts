import { expect, test } from 'vitest'
import { readFilter } from './read-filter.ts'

test('an object is a filter, nothing is none, and all else is wrong', () => {
  expect(readFilter(' {"page": {"$gte": 3}} ')).toEqual({ filter: { page: { $gte: 3 } } })
  for (const nothing of ['', '  \n', '{}']) expect(readFilter(nothing)).toEqual({})
  for (const wrong of ['{', '[1]', '3', 'null', '"page"', '{page: 3}'])
    expect(readFilter(wrong)).toEqual({ isWrong: true })
})
