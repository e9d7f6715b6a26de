import { expect, test } from 'vitest'
import { median, percentile } from './percentile.ts'

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
