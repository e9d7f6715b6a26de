import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The same value with the keys of all its objects in the opposite order. */
function turnKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, turnKeys(item)])
  return Object.fromEntries(entries.toReversed())
}

const valueArbitrary = fc.anything({
  values: [fc.constant(undefined), fc.double(), fc.boolean(), fc.string({ unit: 'binary' })],
})

test('is the JSON of a value, whatever the order of its keys', () => {
  fc.assert(
    fc.property(valueArbitrary, (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value) ?? 'null'))
      expect(canonicalJson(turnKeys(value))).toBe(text)
    }),
    campaign(2000, 200_000),
  )
})

test('has sorted keys, no absent fields, and the form that a value gives itself', () => {
  expect(canonicalJson({ b: 1, a: [{ d: undefined, c: null }, undefined] })).toBe(
    '{"a":[{"c":null},null],"b":1}',
  )
  expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
})
