import { expect, test } from 'vitest'
import { pricedUsage } from './call-model.ts'

const MILLION = 1_000_000
const usage = { inputTokens: MILLION, outputTokens: MILLION, totalTokens: 2 * MILLION }
const price = { input: 4, output: 20 }

test.each([
  {
    what: 'of all the input alike, where nothing came from a cache',
    used: usage,
    asked: price,
    inputCost: 4,
  },
  {
    what: 'of all of it alike, where the price of a cache is not told',
    used: { ...usage, cachedInputTokens: 100 },
    asked: price,
    inputCost: 4,
  },
  {
    what: 'less of what came from a cache',
    used: { ...usage, cachedInputTokens: MILLION / 2 },
    asked: { ...price, cachedInput: 0.4 },
    inputCost: 2.2,
  },
  {
    what: 'more of what went into a cache',
    used: { ...usage, cachedInputTokens: MILLION / 4, cacheWriteTokens: MILLION / 4 },
    asked: { ...price, cachedInput: 0.4, cacheWrite: 5 },
    inputCost: 3.35,
  },
  {
    what: 'never less than nothing, where a vendor counts its cache apart',
    used: { ...usage, inputTokens: 0, cachedInputTokens: MILLION },
    asked: { ...price, cachedInput: 0.4 },
    inputCost: 0.4,
  },
])('the cost is that $what', ({ used, asked, inputCost }) => {
  const priced = pricedUsage(used, asked)
  expect(priced).toEqual({ ...used, inputCost: expect.closeTo(inputCost, 10), outputCost: 20 })
})

test('without a price nothing is said of a cost', () => {
  expect(pricedUsage(usage, undefined)).toEqual(usage)
})
