import { expect, test } from 'vitest'
import { readConditions } from './read-conditions.ts'

test.each([
  ['', {}],
  ['filter("metadata->page::int", "gt", 5)', { 'metadata->page::int': ['gt.5'] }],
  [
    'filter("metadata->>topic", "eq", "tea (green)").filter("metadata->page::int", "lt", 9)\n .eq("content", true)',
    { 'metadata->>topic': ['eq.tea (green)'], 'metadata->page::int': ['lt.9'], content: ['eq.true'] },
  ],
  ['gt("a", 1).lt("a", 5).in("b", ["x", "y"])', { a: ['gt.1', 'lt.5'], b: ['in.(x,y)'] }],
])('the conditions %s are read', (text, conditions) => {
  expect(readConditions(text, 'Store')).toEqual(conditions)
})

test.each([
  'process.exit()',
  'filter("a", "drop", 1)',
  "filter('a', 'eq', 1)",
  'filter("a", "eq"',
  'filter(1, "eq", 1)',
  'eq("a")',
  '(1)',
  'x',
])('what is none is refused and never run: %s', (text) => {
  expect(() => readConditions(text, 'Store')).toThrow('cannot be read')
})
