import { expect, test } from 'vitest'
import { jsonSchemaFaults } from './json-schema-faults.ts'

const schema = {
  type: 'object',
  properties: { amount: { type: 'number' }, pattern: { type: 'string', pattern: '^(a+)+$' } },
  required: ['amount'],
  additionalProperties: false,
}

test('a value that fits has no faults', () => {
  expect(jsonSchemaFaults(schema, { amount: 1 }, 'input')).toEqual([])
})

test.each([
  [{ amount: 'all' }, 'input.amount'],
  [{}, 'input.amount'],
  [{ amount: 1, more: 2 }, 'input'],
  [{ amount: 1, pattern: 2 }, 'input.pattern'],
  ['all', 'input'],
  [null, 'input'],
])('what does not fit is named: %j', (value, path) => {
  expect(jsonSchemaFaults(schema, value, 'input').map((fault) => fault.path)).toEqual([path])
})

test('an expression of the schema is not tried', () => {
  expect(jsonSchemaFaults(schema, { amount: 1, pattern: `${'a'.repeat(60)}!` }, 'input')).toEqual([])
})

test('a schema that nobody understands asks for an object', () => {
  const odd = { $ref: '#/nowhere/at-all' }
  expect(jsonSchemaFaults(odd, { a: 1 }, 'input')).toEqual([])
  expect(jsonSchemaFaults(odd, 'x', 'input')).toHaveLength(1)
})
