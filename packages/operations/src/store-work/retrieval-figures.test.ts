import type { QuestionResult } from '@runnel/contract'
import { expect, test } from 'vitest'
import { measureSearch } from './retrieval-figures.ts'

const result = (ranks: number[], more: Partial<QuestionResult> = {}): QuestionResult => ({
  ranks,
  found: 4,
  hits: ranks.filter((rank) => rank > 0).length,
  time: 10,
  ...more,
})

test('a search that finds everything first is perfect', () => {
  expect(measureSearch([result([1, 2], { found: 2 })], 4)).toEqual({
    recall: 1,
    precision: 1,
    mrr: 1,
    ndcg: 1,
    p50: 10,
    p95: 10,
  })
})

test('what comes late counts less, what does not come not at all', () => {
  const figures = measureSearch([result([3]), result([0])], 4)
  expect(figures).toMatchObject({ recall: 0.5, precision: 0.125, mrr: 1 / 6, ndcg: 0.25 })
})

test('the best order is the best that k passages allow', () => {
  expect(measureSearch([result([1, 0, 0], { found: 1 })], 1)).toMatchObject({ ndcg: 1, recall: 1 / 3 })
})

test('a chunk that holds two passages is as good as it can be', () => {
  expect(measureSearch([result([1, 1], { hits: 1 })], 4)).toMatchObject({ ndcg: 1, recall: 1 })
})

test('nothing that came is no precision, and no question no figure', () => {
  expect(measureSearch([result([0], { found: 0, hits: 0 })], 4)).toMatchObject({
    precision: 0,
    mrr: 0,
    ndcg: 0,
  })
  expect(measureSearch([], 4)).toBeNull()
})

test('times are the median, and what 95 of 100 stay below', () => {
  const many = Array.from({ length: 100 }, (_, n) => result([1], { time: n + 1 }))
  expect(measureSearch(many, 4)).toMatchObject({ p50: 50, p95: 95 })
})
