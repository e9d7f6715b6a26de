import { expect, test } from 'vitest'
import { jsonSchemaFaults } from './json-schema-faults.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

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

/** Each definition names the next one twice. */
function twiceEach(levels: number, key: 'anyOf' | 'oneOf' | 'allOf') {
  const names = Array.from({ length: levels }, (_, level) => {
    const next = { $ref: `#/$defs/${level + 1}` }
    return [String(level), { [key]: [next, next] }]
  })
  return { ...Object.fromEntries(names), [levels]: { type: 'number' } }
}

const either = (name: string) => ({
  type: 'object',
  properties: { a: { $ref: '#' } },
  required: [name],
})

test.each<[string, JsonObject, JsonValue]>([
  ['anyOf', { $defs: twiceEach(40, 'anyOf'), properties: { a: { $ref: '#/$defs/0' } } }, { a: 'x' }],
  ['oneOf', { $defs: twiceEach(40, 'oneOf'), properties: { a: { $ref: '#/$defs/0' } } }, { a: 'x' }],
  ['allOf', { $defs: twiceEach(40, 'allOf'), properties: { a: { $ref: '#/$defs/0' } } }, { a: 'x' }],
  ['itself', { anyOf: [either('b'), either('c')] }, JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)],
])('a schema that multiplies holds nobody up: %s', (_name, odd, value) => {
  expect(jsonSchemaFaults({ type: 'object', ...odd }, value, 'input').length).toBeLessThan(100)
})

test('what a schema names elsewhere in itself is looked at', () => {
  const named = {
    type: 'object',
    $defs: {
      tea: { type: 'object', properties: { leaf: { $ref: '#/$defs/leaf' } } },
      leaf: { type: 'string' },
    },
    properties: { tea: { $ref: '#/$defs/tea' }, $ref: { type: 'string' } },
  }
  expect(jsonSchemaFaults(named, { tea: { leaf: 'green' }, $ref: 'x' }, 'input')).toEqual([])
  expect(jsonSchemaFaults(named, { tea: { leaf: 1 } }, 'input').map(({ path }) => path)).toEqual([
    'input.tea.leaf',
  ])
})

test('thousands of choices for each of many values hold nobody up', () => {
  const choices = Array.from({ length: 2_000 }, (_, index) => ({ type: 'array', minItems: index }))
  const many = { type: 'object', properties: { a: { type: 'array', items: { anyOf: choices } } } }
  const value = { a: Array.from({ length: 20_000 }, (_, index) => index) }
  expect(jsonSchemaFaults(many, value, 'input')).toEqual([])
})

test.each([3_000, 20_000])('depth of a schema or a value is no fault of ours: %i', (depth) => {
  const deep = JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`)
  const value = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  expect(jsonSchemaFaults(deep, value, 'input')).toEqual([])
})

test('a schema that nobody understands asks for an object', () => {
  const odd = { $ref: '#/nowhere/at-all' }
  expect(jsonSchemaFaults(odd, { a: 1 }, 'input')).toEqual([])
  expect(jsonSchemaFaults(odd, 'x', 'input')).toHaveLength(1)
})
