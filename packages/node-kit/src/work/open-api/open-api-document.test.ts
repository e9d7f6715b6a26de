import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { readRequest } from './describe-operation.ts'
import { OpenApiDocument } from './open-api-document.ts'
import { readOpenApi } from './read-open-api.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

const read = (parts: JsonObject) => readOpenApi(JSON.stringify({ openapi: '3.0.0', ...parts }), 'Pets')

const numbered = (count: number, each: (at: number) => [string, JsonObject]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => each(at)))

/** Paths that all lead to one item, whose calls are the first of a chain of references. */
function chained(paths: number, deep: string): JsonObject {
  return {
    paths: numbered(paths, (at) => [`/${at}`, { $ref: '#/item' }]),
    item: Object.fromEntries(METHODS.map((method) => [method, { $ref: `#/chain/0${deep}` }])),
    chain: numbered(20, (at) => [String(at), at === 19 ? {} : { $ref: `#/chain/${at + 1}${deep}` }]),
  }
}

test('a reference is looked up once, however often it is followed', () => {
  let looked = 0
  const schemas = {
    get Pet() {
      looked++
      return { type: 'object' }
    },
  }
  const document = new OpenApiDocument({ schemas }, 'Pets')
  for (let n = 0; n < 100; n++)
    expect(document.follow({ $ref: '#/schemas/Pet' }).value).toEqual({ type: 'object' })
  expect(looked).toBe(1)
})

test('chains of references that many calls share are read up to a bound', async () => {
  expect((await read(chained(100, ''))).operations).toHaveLength(700)
  await expect(read(chained(714, ''))).rejects.toThrow('of Pets has more than 100,000 references')
  await expect(read(chained(1, '/a'.repeat(1_000)))).rejects.toThrow('2,000 characters in one reference')
  const many = numbered(600, (at) => [`/${at}`, { $ref: `#/x/${at}${'/a'.repeat(900)}` }])
  await expect(read({ paths: many })).rejects.toThrow('1,000,000 characters in its references')
})

test('a document has so many calls and no more', async () => {
  const calls = (count: number) => read({ paths: numbered(count, (at) => [`/${at}`, { get: {} }]) })
  expect((await calls(5_000)).operations).toHaveLength(5_000)
  await expect(calls(5_001)).rejects.toThrow('more than 5,000 calls')
})

test.each([
  ['values', { type: 'string', enum: Array(1_000).fill(1) }],
  ['characters', { type: 'string', description: 'x'.repeat(2_000) }],
  ['characters', { properties: { ['x'.repeat(100_000)]: {} } }],
])('schemas that many params share are told up to so many %s', async (what, schema) => {
  const params = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `p${at}`,
      in: 'query',
      schema: { $ref: '#/schema' },
    }))
  const request = async (count: number) => {
    const api = await read({ paths: { '/a': { get: { parameters: params(count) } } }, schema })
    return readRequest(api, { method: 'GET', path: '/a' })
  }
  expect((await request(20)).params).toHaveLength(20)
  await expect(request(6_000)).rejects.toThrow(`${what} in the schemas of its calls`)
})

test('long texts are cut before they are joined, and servers are few and short', async () => {
  const long = 'x'.repeat(100_000)
  const url = 'https://{a}.example'
  const api = await read({
    paths: { '/a': { get: { operationId: long, summary: long, description: `y${long}` } } },
    servers: [{ url: long }, ...Array(200).fill({ url, variables: { a: { default: 'eu' } } })],
  })
  expect(api.operations[0]?.id).toHaveLength(500)
  expect(api.operations[0]?.description).toHaveLength(1_000)
  expect(api.servers).toEqual(Array(99).fill('https://eu.example'))
})

test('YAML may weigh less than JSON', async () => {
  const head = 'openapi: 3.0.0\npaths: { /a: { get: {} } }\n#'
  expect((await readOpenApi(head.padEnd(300_000, 'x'), 'Pets')).operations).toHaveLength(1)
  await expect(readOpenApi(head.padEnd(300_001, 'x'), 'Pets')).rejects.toThrow('300 kB of YAML')
  expect((await read({ paths: { '/a': { get: {} } }, x: 'x'.repeat(300_001) })).operations).toHaveLength(1)
})
