import { expect, test } from 'vitest'
import { splitForLines } from './split-for-lines.ts'

test('an address may end a line after its marks, not within its words', () => {
  expect(splitForLines('vera.viewer@example.org')).toEqual(['vera.', 'viewer@', 'example.', 'org'])
  expect(splitForLines('https://a.b/c')).toEqual(['https://', 'a.', 'b/', 'c'])
})

test('words of a name stay as they are', () => {
  expect(splitForLines('Ada Lovelace')).toEqual(['Ada Lovelace'])
  expect(splitForLines('')).toEqual([])
})

test('what is too long for a column is broken within, and nothing of it is lost', () => {
  const long = 'x'.repeat(50)
  const parts = splitForLines(`${long}@example.org`)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(18)
  expect(parts.join('')).toBe(`${long}@example.org`)
})
