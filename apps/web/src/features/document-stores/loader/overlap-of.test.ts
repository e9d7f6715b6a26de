import { expect, test } from 'vitest'
import { overlapOf } from './overlap-of.ts'

test('what a chunk repeats of the one before is counted', () => {
  expect(overlapOf('Tea is poured hot. Let it stand.', 'Let it stand. Then drink.')).toBe(13)
  expect(overlapOf('The same text', 'The same text')).toBe(13)
})

test('the first chunk repeats nothing, and a few letters are an accident', () => {
  expect(overlapOf(undefined, 'Let it stand.')).toBe(0)
  expect(overlapOf('It is hot', 'hot and sweet')).toBe(0)
  expect(overlapOf('', '')).toBe(0)
})
