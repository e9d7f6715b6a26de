import { expect, test } from 'vitest'
import { readToolSchema } from './read-tool-schema.ts'

test('the simple forms of Zod are read as JSON Schema', () => {
  const text = `z.object({
    // who it is about
    name: z.string().describe('Their "name"').min(1),
    'age': z.number().int().min(0).max(150).optional(),
    tags: z.array(z.string()),
    size: z.enum(["small", 'large']).default("small"),
    where: z.object({ at: z.date(), ok: z.boolean().nullable() }),
  }).strict();`
  expect(readToolSchema(text, 'people')).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Their "name"', minLength: 1 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      tags: { type: 'array', items: { type: 'string' } },
      size: { type: 'string', enum: ['small', 'large'], default: 'small' },
      where: {
        type: 'object',
        properties: {
          at: { type: 'string', description: 'A date in ISO 8601' },
          ok: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        },
        required: ['at', 'ok'],
        additionalProperties: false,
      },
    },
    required: ['name', 'tags', 'where'],
    additionalProperties: false,
  })
})

test.each([
  ['z.string()', 'it must be a z.object'],
  ['z.object({ a: z.lazy(x) })', '"x" is not understood'],
  ['z.object({\n  a: z.string().transform(f) })', 'line 2'],
  ['z.object({ a: process.exit() })', '"process" is not understood (line 1)'],
  ['z.object({ a: z.string()', '"}" is missing at its end'],
  ['z.object({ a: z.constructor() })', 'z.constructor is not supported'],
  ['z.object({ a: `x })', 'has no end'],
  ['z.object({}) ; x()', '"x" follows the end'],
  [`z.object({ a: ${'z.array('.repeat(40)}`, 'nested too deeply'],
  ['x'.repeat(60_000), '50000 characters'],
])('what is not known is refused with its place, and never run: %#', (text, why) => {
  expect(() => readToolSchema(text.startsWith('x') ? `z${text}` : text, 'people')).toThrow(why)
})

test('what an output parser reads is read for a tool, too, and closed at any depth', () => {
  const text = 'z.object({ all: z.array(z.union([z.object({ a: z.string().optional() }), z.literal(1)])) })'
  expect(readToolSchema(text, 'people')).toEqual({
    type: 'object',
    properties: {
      all: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
            { const: 1 },
          ],
        },
      },
    },
    required: ['all'],
    additionalProperties: false,
  })
})

test('a text that never ends is looked at once', () => {
  const text = `z.object({ a: "${'\\"'.repeat(20_000)}`
  expect(() => readToolSchema(text, 'people')).toThrow('has no end')
})
