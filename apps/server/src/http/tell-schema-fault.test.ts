import { allRoutes, LONGEST_TOOL_CODE, REFUSAL_TEXTS, type RefusalReason, tellWhy } from '@runnel/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tellSchemaFault } from './tell-schema-fault.ts'

/** What a caller may send in a place where something else is wanted. */
const ODD: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(1_000),
  'x'.repeat(LONGEST_TOOL_CODE + 1),
  '\n',
  -1,
  0.5,
  1e12,
  Number.NaN,
  true,
  [],
  ['x'],
  Array.from({ length: 600 }, () => 'x'),
  {},
  { odd: 1 },
  { odd: 1, odder: 2 },
  { name: 'x' },
  '12345678',
  'A'.repeat(200),
  '01a',
  '99:99',
  'x@',
  -5,
  new Date(),
]
const DEPTH = 5

const partsOf = (schema: z.ZodType) => schema._zod.def as unknown as Record<string, unknown>
const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value

/** The schemas within a schema, itself among them. */
function schemasIn(schema: z.ZodType, depth = 0): z.ZodType[] {
  if (depth > DEPTH) return [schema]
  const { checks: _checks, ...def } = partsOf(schema)
  const inner = Object.values(def).flatMap((part) => {
    if (isSchema(part)) return [part]
    if (Array.isArray(part)) return part.filter(isSchema)
    return typeof part === 'object' && part !== null ? Object.values(part).filter(isSchema) : []
  })
  return [schema, ...inner.flatMap((each) => schemasIn(each, depth + 1))]
}

const given = Object.values(allRoutes).flatMap((route) =>
  ['body', 'query', 'params'].flatMap((part) => {
    const schema = (route as unknown as Record<string, unknown>)[part]
    return isSchema(schema) ? [schema] : []
  }),
)
/** What transforms stands behind what checks, and takes what that let through. */
const schemas = [...new Set(given.flatMap((schema) => schemasIn(schema)))].filter(
  (schema) => partsOf(schema).type !== 'transform',
)

/** Every message with which any place of any request can be refused for one of these values. */
const messages = new Set(
  schemas.flatMap((schema) =>
    ODD.flatMap((value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []),
  ),
)

test('whatever a schema of a route finds wrong has a reason, whose English text is the message, word for word', () => {
  expect(given.length).toBeGreaterThan(100)
  const unknown = [...messages].filter((message) => tellSchemaFault(message) === undefined)
  expect(unknown).toEqual([])
  for (const message of messages) {
    const { reason, details } = tellSchemaFault(message) ?? { reason: 'needed' as const, details: {} }
    expect(tellWhy(reason, details).message).toBe(message)
  }
})

test('the reasons that stand for a text of a schema are all met, so that none is left of one that is no more', () => {
  const met = new Set([...messages].map((message) => tellSchemaFault(message)?.reason))
  const own = Object.entries(REFUSAL_TEXTS).flatMap(([reason, text]) =>
    reason.startsWith('schema_') && !/^(Invalid|Too|Unrecognized)/.test(text)
      ? [reason as RefusalReason]
      : [],
  )
  expect(own.filter((reason) => !met.has(reason))).toEqual([])
})

test.each([
  [z.string(), 5, { reason: 'schema_text', details: { received: 'number' } }],
  [z.object({}), undefined, { reason: 'schema_missing', details: { expected: 'object' } }],
  [z.number(), 'x', { reason: 'schema_number', details: { received: 'string' } }],
  [z.coerce.number(), 'x', { reason: 'schema_number', details: { received: 'NaN' } }],
  [z.int(), 1.5, { reason: 'schema_whole', details: { received: 'number' } }],
  [z.array(z.string()), {}, { reason: 'schema_list', details: { received: 'object' } }],
  [z.record(z.string(), z.string()), 1, { reason: 'schema_record', details: { received: 'number' } }],
  [z.date(), 1, { reason: 'schema_type', details: { expected: 'date', received: 'number' } }],
  [z.enum(['a', 'b']), 'c', { reason: 'schema_choice', details: { choices: '"a"|"b"' } }],
  [z.literal('a'), 'c', { reason: 'schema_value', details: { value: '"a"' } }],
  [z.string().min(3), 'c', { reason: 'schema_text_short', details: { least: '3' } }],
  [z.string().max(1), 'cc', { reason: 'schema_text_long', details: { most: '1' } }],
  [z.array(z.string()).min(2), [], { reason: 'schema_list_short', details: { least: '2' } }],
  [z.array(z.string()).max(0), ['a'], { reason: 'schema_list_long', details: { most: '0' } }],
  [z.array(z.string()).length(1), [], { reason: 'schema_list_fewer', details: { count: '1' } }],
  [z.array(z.string()).length(0), ['a'], { reason: 'schema_list_more', details: { count: '0' } }],
  [z.number().min(3), 1, { reason: 'schema_number_small', details: { least: '3' } }],
  [z.number().max(3), 4, { reason: 'schema_number_big', details: { most: '3' } }],
  [z.number().gt(3), 3, { reason: 'schema_small', details: { bound: 'expected number to be >3' } }],
  [z.email(), 'x', { reason: 'schema_email', details: {} }],
  [z.url(), 'x', { reason: 'schema_url', details: {} }],
  [z.iso.datetime(), 'x', { reason: 'schema_time', details: {} }],
  [z.ipv4(), 'x', { reason: 'schema_format', details: { format: 'IPv4 address' } }],
  [z.string().regex(/^a$/), 'x', { reason: 'schema_pattern', details: { pattern: '/^a$/' } }],
  [z.string().startsWith('a'), 'x', { reason: 'schema_string', details: { rule: 'must start with "a"' } }],
  [z.strictObject({}), { 'a, "b"': 1 }, { reason: 'schema_field_unknown', details: { fields: '"a, "b""' } }],
  [z.strictObject({}), { a: 1, b: 1 }, { reason: 'schema_fields_unknown', details: { fields: '"a", "b"' } }],
  [z.union([z.string(), z.number()]), null, { reason: 'schema_invalid', details: {} }],
] as const)('what is wrong is told apart by its kind: %#', (schema, value, told) => {
  const message = schema.safeParse(value).error?.issues[0]?.message ?? ''
  expect(tellSchemaFault(message)).toEqual(told)
})

test('a name as long as a request costs nothing to read, and other words have no reason', () => {
  const { error } = z.strictObject({}).safeParse({ [', "'.repeat(400_000)]: 1 })
  expect(tellSchemaFault(error?.issues[0]?.message ?? '')).toBeUndefined()
  expect(tellSchemaFault('The cat sat on it.')).toBeUndefined()
})
