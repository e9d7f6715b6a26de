import { expect, test } from 'vitest'
import { pricedUsage } from './call-model.ts'

const MILLION = 1_000_000
const usage = { inputTokens: MILLION, outputTokens: MILLION, totalTokens: 2 * MILLION }
const price = { input: 4, output: 20 }

test.each([
  ['all of the input alike, where nothing came from a cache', usage, price, 4],
  ['all of it alike, where the price of a cache is not told', { ...usage, cachedInputTokens: 100 }, price, 4],
  [
    'what came from a cache less',
    { ...usage, cachedInputTokens: MILLION / 2 },
    { ...price, cachedInput: 0.4 },
    2.2,
  ],
  [
    'what went into a cache more',
    { ...usage, cachedInputTokens: MILLION / 4, cacheWriteTokens: MILLION / 4 },
    { ...price, cachedInput: 0.4, cacheWrite: 5 },
    3.35,
  ],
  [
    'never less than nothing, where a vendor counts its cache apart',
    { ...usage, inputTokens: 0, cachedInputTokens: MILLION },
    { ...price, cachedInput: 0.4 },
    0.4,
  ],
])('a call costs %s', (_what, used, asked, inputCost) => {
  const priced = pricedUsage(used, asked)
  expect(priced).toEqual({ ...used, inputCost: expect.closeTo(inputCost, 10), outputCost: 20 })
})

test('without a price nothing is said of a cost', () => {
  expect(pricedUsage(usage, undefined)).toEqual(usage)
})
