import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { isClosedSchema } from './is-closed-schema.ts'

const closed = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

test('a schema is closed whose objects need all of their fields and take no others', () => {
  expect(isClosedSchema(closed({ city: { type: 'string' } }))).toBe(true)
  expect(isClosedSchema(closed({ cities: { type: 'array', items: closed({ name: {} }) } }))).toBe(true)
})

test.each([
  ['takes other fields', { type: 'object', properties: {}, required: [] }],
  ['does without a field', { ...closed({ city: {} }), required: [] }],
  ['says nothing of its fields', { type: 'object', additionalProperties: false }],
  ['has an open object inside', closed({ cities: { type: 'array', items: { type: 'object' } } })],
] as [string, JsonObject][])('a schema that %s is open', (_what, schema) => {
  expect(isClosedSchema(schema)).toBe(false)
})
