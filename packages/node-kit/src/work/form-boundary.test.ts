import { expect, test } from 'vitest'
import { chooseBoundary } from './form-boundary.ts'

test('stands in none of the texts, and is the same for the same ones', () => {
  expect(chooseBoundary(['tea'])).toBe('part-of-a-form-0-end')
  const texts = ['part-of-a-form-0-end', 'x part-of-a-form-1-end part-of-a-form-007-end']
  const boundary = chooseBoundary(texts)
  for (const text of texts) expect(text).not.toContain(boundary)
  expect(chooseBoundary(texts)).toBe(boundary)
})

test('a text that is made against it costs one pass', () => {
  const hostile = `part-of-a-form${'-'.repeat(1_000_000)}`
  expect(hostile).not.toContain(chooseBoundary([hostile]))
})
