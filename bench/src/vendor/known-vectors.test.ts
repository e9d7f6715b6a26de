import { expect, test } from 'vitest'
import { entryText, entryVector, questionText, questionVector, vectorOfText } from './known-vectors.ts'

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

test('a text has the same vector whenever it is asked for', () => {
  expect(vectorOfText(entryText(17))).toEqual(entryVector(17))
  expect(vectorOfText(questionText(17))).toEqual(questionVector(17))
})

test('vectors are of unit length, and those of one theme lie closer together than others', () => {
  expect(dot(entryVector(3), entryVector(3))).toBeCloseTo(1)
  const same = dot(entryVector(3), entryVector(503))
  expect(same).toBeGreaterThan(dot(entryVector(3), entryVector(4)) + 0.1)
  expect(same).toBeLessThan(0.999)
})
