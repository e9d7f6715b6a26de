import { expect, test } from 'vitest'
import { toUnitLength } from '../vector-indexes.ts'
import { createFineEstimate, fineBytes, writeFineCode } from './fine-codes.ts'

/** Numbers that look like chance and are the same in every run. */
function draw(seed: number, dimensions: number): Float32Array {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
  return toUnitLength(Float32Array.from({ length: dimensions }, normal))
}

test.each([768, 97])(
  'fine codes of %i dimensions tell the cosine to less than a thousandth',
  (dimensions) => {
    const entries = Array.from({ length: 50 }, (_, n) => draw(n + 1, dimensions))
    const bytes = new Uint8Array(entries.length * fineBytes(dimensions))
    for (const [index, entry] of entries.entries()) writeFineCode({ bytes, index }, entry)
    const question = draw(5_000, dimensions)
    const estimate = createFineEstimate(question)
    const errors = entries.map((entry, index) => {
      const cosine = entry.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0)
      return Math.abs(estimate(bytes, index) - cosine)
    })
    expect(Math.max(...errors)).toBeLessThan(0.003)
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.001)
  },
)

test('a vector whose numbers are all alike, and one without direction, have fine codes too', () => {
  const bytes = new Uint8Array(2 * fineBytes(4))
  writeFineCode({ bytes, index: 0 }, toUnitLength(Float32Array.of(1, 1, 1, 1)))
  writeFineCode({ bytes, index: 1 }, new Float32Array(4))
  const estimate = createFineEstimate(Float32Array.of(1, 0, 0, 0))
  expect(estimate(bytes, 0)).toBeCloseTo(0.5)
  expect(estimate(bytes, 1)).toBe(0)
})
