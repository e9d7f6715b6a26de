import type { JsonObject } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { type FilterCondition, isComplete, readConditions, writeFilter } from './filter-draft.ts'

const of = (field: string, operator: FilterCondition['operator'], value = '') => ({ field, operator, value })

test('conditions make the filter that they say', () => {
  const filter = writeFilter({
    joins: 'all',
    parts: [
      of('language', 'equals', 'en'),
      of('page', 'from', '3'),
      of('page', 'below', '10'),
      of('topic', 'oneOf', 'tea, "green, black", 5'),
      {
        joins: 'any',
        parts: [of('author', 'exists'), of('draft', 'differs', 'true'), of('title', 'contains', 'Uji ')],
      },
    ],
  })
  expect(filter).toEqual({
    $and: [
      { language: 'en' },
      { page: { $gte: 3 } },
      { page: { $lt: 10 } },
      { topic: { $in: ['tea', 'green, black', 5] } },
      { $or: [{ author: { $exists: true } }, { draft: { $ne: true } }, { title: { $contains: 'Uji' } }] },
    ],
  })
})

test('a filter of conditions joined once comes back as it was', () => {
  const filter = { $or: [{ a: 1, b: { $ne: 'x' } }, { c: { $nin: ['y', 'z,1'] } }] }
  const group = readConditions(filter)
  expect(group && writeFilter(group)).toEqual(filter)
})

test('what is not written yet is no part of it', () => {
  const unfinished = [
    of('', 'equals', 'tea'),
    of('page', 'above', 'three'),
    of('topic', 'equals', ' '),
    of('$or', 'equals', 'a'),
  ]
  expect(unfinished.map(isComplete)).toEqual([false, false, false, false])
  expect(writeFilter({ joins: 'all', parts: [...unfinished, { joins: 'any', parts: [] }] })).toEqual({})
  expect(writeFilter({ joins: 'all', parts: [...unfinished, of('a', 'missing')] })).toEqual({
    a: { $exists: false },
  })
})

describe('a filter', () => {
  test.each<JsonObject>([
    { language: 'en', page: { $gte: 3 } },
    { page: { $gte: 3, $lt: 10 } },
    { number: '5', yes: 'true', quoted: '"a"', comma: 'a, b' },
    { $or: [{ a: 1 }, { $and: [{ b: { $nin: ['x', 'y,z'] } }, { c: { $exists: true } }] }] },
    { a: { $contains: 'tea, "green"' } },
    { chat: '{{question}}' },
  ])('says the same when its conditions are written again: %j', (filter) => {
    const group = readConditions(filter)
    expect(group).toBeDefined()
    const again = group && writeFilter(group)
    expect(again && readConditions(again)).toEqual(group)
  })

  test.each<JsonObject>([
    { a: { b: 1 } },
    { a: [1, 2] },
    { a: null },
    { a: { $near: 3 } },
    { a: { $gte: 'b' } },
    { $not: { a: 1 } },
    { $or: [] },
    { a: { $in: [] } },
    { a: { $exists: 1 } },
    { ' a': 1 },
  ])('that conditions cannot say stays JSON: %j', (filter) => {
    expect(readConditions(filter)).toBeUndefined()
  })
})
