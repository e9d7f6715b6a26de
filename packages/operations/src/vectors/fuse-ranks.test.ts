import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

test('what stands far up in both rankings comes first', () => {
  const near = { names: ['a', 'b', 'c'], weight: 1 }
  const worded = { names: ['b', 'd'], weight: 1 }
  expect(fuseRanks([near, worded])).toEqual(['b', 'a', 'd', 'c'])
})

test('a ranking without weight decides no order, and adds what only it has', () => {
  const near = { names: ['x', 'b', 'y', 'a'], weight: 0 }
  const worded = { names: ['a', 'b'], weight: 1 }
  expect(fuseRanks([near, worded])).toEqual(['a', 'b', 'x', 'y'])
})
