import { expect, test } from 'vitest'
import { toUnitLength } from '../vector-indexes.ts'
import { codeWords, distanceAt, writeCode } from './codes.ts'
import { createCosineEstimate } from './rank-by-vector.ts'

const DIMENSIONS = 512

/** Numbers that look like chance and are the same in every run. */
function draw(seed: number): Float32Array {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Float32Array.from(
    { length: DIMENSIONS },
    () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next()),
  )
}

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
const mix = (one: Float32Array, other: Float32Array, share: number) =>
  toUnitLength(one.map((value, at) => value + share * (other[at] ?? 0)))
const codeOf = (vector: Float32Array, centre: Float32Array) => {
  const codes = new Uint32Array(codeWords(DIMENSIONS))
  writeCode({ codes, at: 0 }, vector, centre)
  return codes
}

test('codes measured from different centres give about the same cosine as the vectors', () => {
  for (const [which, theme] of [draw(11), draw(22)].entries()) {
    const entries = Array.from({ length: 200 }, (_, n) => mix(theme, draw(1_000 * (which + 1) + n), 0.7))
    const mean = Float32Array.from(
      { length: DIMENSIONS },
      (_, at) => entries.reduce((sum, entry) => sum + (entry[at] ?? 0), 0) / entries.length,
    )
    for (const question of [entries[0] ?? theme, mix(theme, draw(77), 0.7), toUnitLength(draw(99))]) {
      const estimate = createCosineEstimate(question, mean)
      const asked = codeOf(question, mean)
      const errors = entries.slice(1).map((entry) => {
        const distance = distanceAt(codeOf(entry, mean), 0, asked)
        return Math.abs(estimate(distance) - dot(entry, question))
      })
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.05)
    }
  }
})
