import { expect, test } from 'vitest'
import { readZodText } from './read-zod-text.ts'

const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

test.each([
  ['z.string().min(1).max(9)', { type: 'string', minLength: 1, maxLength: 9 }],
  ['z.string().length(3).regex(/[/]\\/"(/gi).trim()', { type: 'string', minLength: 3, maxLength: 3 }],
  ['z.coerce.number().int().positive().lte(1_000)', { type: 'integer', exclusiveMinimum: 0, maximum: 1000 }],
  ['z.number().min(-1.5).lt(2)', { type: 'number', minimum: -1.5, exclusiveMaximum: 2 }],
  [
    "z.enum(['a', \"b\", `c`,]).describe('It\\'s one')",
    { type: 'string', enum: ['a', 'b', 'c'], description: "It's one" },
  ],
  ['z.literal(null);', { const: null }],
  ['z.array(z.string()).nonempty()', { type: 'array', items: { type: 'string' }, minItems: 1 }],
  ['z.string().array().array()', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
  ['z.record(z.string(), z.any())', { type: 'object', additionalProperties: {} }],
  ['z.union([z.string(), z.null()])', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['z.date().or(z.boolean().nullable())', expect.objectContaining({ anyOf: expect.any(Array) })],
  ['z.tuple([z.string()])', { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, maxItems: 1 }],
  [
    'z.object({ "a-b": z.string(), c: z.number().optional(), /* not this: z.x() */ z: z.boolean().default(true), })',
    object({ 'a-b': { type: 'string' }, c: { type: 'number' }, z: { type: 'boolean', default: true } }, [
      'a-b',
    ]),
  ],
  [
    'z.object({\n  list: z.array(z.object({ name: z.string() })).optional(), // many\n}).strict()',
    {
      ...object({ list: { type: 'array', items: object({ name: { type: 'string' } }) } }, []),
      additionalProperties: false,
    },
  ],
])('%s is read', (text, schema) => {
  expect(readZodText(text)).toEqual({ schema })
})

test.each([
  ['', 'it ends too early'],
  ['{}', 'does not begin with "z."'],
  ['z', 'nothing follows "z"'],
  ['z.object({ a: z.string()', '"}" is missing'],
  ['z.object({ a: 1 })', 'the key a has no schema'],
  ['z.string().transform((s) => s)', 'is not understood'],
  ['z.constructor("x")', 'z.constructor is not supported'],
  ['z.string().toString()', '.toString() is not supported'],
  ['z.string() z.string()', 'follows the end'],
  ['z.string().describe("x', 'has no end'],
  ['z.boolean().max(2)', 'limits nothing'],
  ['while(1){}', '"while" is not understood'],
])('%s is refused with what is wrong', (text, fault) => {
  expect(readZodText(text)).toEqual({ fault: expect.stringContaining(fault) })
})

test.each(['z.array(', '[', '{a:', '/', 'z.string()', '`', '\\', ' ', '/*', 'é'])(
  'a long text of %j is read without delay',
  (piece) => {
    expect(readZodText(piece.repeat(100_000))).toHaveProperty('fault')
  },
)

test('names of a prototype are plain keys', () => {
  const read = readZodText('z.object({ __proto__: z.string(), constructor: z.number() })')
  expect('schema' in read && Object.keys(read.schema.properties ?? {})).toEqual(['__proto__', 'constructor'])
})
