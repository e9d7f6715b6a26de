import { expect, test } from 'vitest'
import { formatCost } from './format-cost.ts'

test.each([
  [0, '$0.00'],
  [12.345, '$12.35'],
  [0.01, '$0.01'],
  [0.000_123_4, '$0.00012'],
  [0.0099, '$0.0099'],
])('%s dollars are shown as %s', (dollars, shown) => {
  expect(formatCost(dollars, 'en')).toBe(shown)
})
