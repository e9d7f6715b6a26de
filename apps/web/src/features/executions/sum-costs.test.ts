import { expect, test } from 'vitest'
import { sumCosts } from './sum-costs.ts'

const tokens = { inputTokens: 10, outputTokens: 5, totalTokens: 15 }
const priced = { kind: 'model', usage: { ...tokens, inputCost: 0.25, outputCost: 0.5 } }
const unpriced = { kind: 'model', usage: tokens }

test.each([
  ['calls without a price', [unpriced, unpriced], { unpriced: 2 }],
  ['some with and some without', [priced, unpriced], { known: 0.75, unpriced: 1 }],
  [
    'calls for nothing',
    [{ kind: 'model', usage: { ...priced.usage, inputCost: 0, outputCost: 0 } }],
    { known: 0, unpriced: 0 },
  ],
  [
    'embeddings and models',
    [
      { kind: 'embedding', usage: { ...tokens, inputCost: 0.125, outputCost: 0 } },
      { kind: 'vectors', usage: tokens },
      priced,
    ],
    { known: 0.875, unpriced: 1 },
  ],
  ['a step beside its call', [{ ...priced, kind: 'step' }, priced], { known: 0.75, unpriced: 0 }],
  [
    'no model',
    [
      { kind: 'step', usage: null },
      { kind: 'code', usage: null },
    ],
    { unpriced: 0 },
  ],
])('of %s the known costs are added, the others counted', (_name, steps, costs) => {
  expect(sumCosts(steps)).toEqual(costs)
})
