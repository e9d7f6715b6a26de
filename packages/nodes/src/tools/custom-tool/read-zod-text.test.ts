import { expect, test } from 'vitest'
import { readZodText } from './read-zod-text.ts'

test('the simple forms of Zod are read as JSON Schema', () => {
  const text = `z.object({
    // who it is about
    name: z.string().describe('Their "name"').min(1),
    'age': z.number().int().min(0).max(150).optional(),
    tags: z.array(z.string()),
    size: z.enum(["small", 'large']).default("small"),
    where: z.object({ at: z.date(), ok: z.boolean().nullable() }),
  }).strict();`
  expect(readZodText(text, 'people')).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Their "name"', minLength: 1 },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      tags: { type: 'array', items: { type: 'string' } },
      size: { type: 'string', enum: ['small', 'large'], default: 'small' },
      where: {
        type: 'object',
        properties: { at: { type: 'string', format: 'date-time' }, ok: { type: 'boolean' } },
        required: ['at'],
        additionalProperties: false,
      },
    },
    required: ['name', 'tags', 'where'],
    additionalProperties: false,
  })
})

test.each([
  ['z.string()', 'it must be a z.object'],
  ['z.object({ a: z.lazy(x) })', 'z.lazy is not known'],
  ['z.object({\n  a: z.string().transform(f) })', 'line 2'],
  ['z.object({ a: process.exit() })', '“process” is not known here'],
  ['z.object({ a: z.string()', 'ends too early'],
  ['z.object({ a: z.constructor() })', 'z.constructor is not known'],
  ['z.object({ a: `x })', '“`” is not known'],
  ['z.object({}) ; x()', '“x” is not known'],
  [`z.object({ a: ${'z.array('.repeat(40)}`, 'nested too deeply'],
  ['x'.repeat(60_000), '50000 characters'],
])('what is not known is refused with its place, and never run: %#', (text, why) => {
  expect(() => readZodText(text.startsWith('x') ? `z${text}` : text, 'people')).toThrow(why)
})

test('a text that never ends is looked at once', () => {
  const text = `z.object({ a: "${'\\"'.repeat(20_000)}`
  expect(() => readZodText(text, 'people')).toThrow('“"” is not known here')
})
