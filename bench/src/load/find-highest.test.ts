import { expect, test } from 'vitest'
import { findHighest } from './find-highest.ts'

const range = { first: 500, most: 2_000, precision: 0.05 }

function searched(limit: number) {
  const tried: number[] = []
  const holds = async (count: number) => {
    tried.push(count)
    return count <= limit
  }
  return { tried, holds }
}

test.each([1, 37, 480, 500, 733, 1_999])('finds %i to five hundredths, never above', async (limit) => {
  const { holds } = searched(limit)
  const found = await findHighest(range, holds)
  expect(found).toBeLessThanOrEqual(limit)
  expect(limit - found).toBeLessThanOrEqual(Math.max(1, limit * 0.05))
})

test('goes no higher than it may', async () => {
  const { tried, holds } = searched(10_000)
  expect(await findHighest(range, holds)).toBe(2_000)
  expect(Math.max(...tried)).toBe(2_000)
})

test('gives 0 where not even one holds', async () => {
  expect(await findHighest(range, searched(0).holds)).toBe(0)
})

test('does not try a number twice', async () => {
  const { tried, holds } = searched(733)
  await findHighest(range, holds)
  expect(new Set(tried).size).toBe(tried.length)
})
