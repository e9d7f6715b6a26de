import { describe, expect, test } from 'vitest'
import { judge, median, percentile } from './figure.ts'

describe('percentile', () => {
  test('takes the middle of an odd number and the mean of an even one', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 10])).toBe(2.5)
  })

  test('goes linearly between the neighbours', () => {
    expect(percentile([10, 20, 30, 40, 50], 25)).toBe(20)
    expect(percentile([0, 100], 99)).toBe(99)
  })

  test('refuses to make a figure of nothing', () => {
    expect(() => median([])).toThrow('at least one value')
  })
})

describe('judge', () => {
  test('a limit that is just kept is met', () => {
    expect(judge({ samples: [5], target: { atMost: 5 } })).toBe('yes')
    expect(judge({ samples: [600], target: { atLeast: 600 } })).toBe('yes')
  })

  test('the median counts, not the best', () => {
    expect(judge({ samples: [4, 6, 7], target: { atMost: 5 } })).toBe('no')
    expect(judge({ samples: [700, 500, 400], target: { atLeast: 600 } })).toBe('no')
  })

  test('a row without values is postponed, never met', () => {
    expect(judge({ samples: [], target: { atMost: 5 } })).toBe('postponed')
  })
})
