import type { JsonValue } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { describeFields, fillPath, readFields, readSaid } from './request-fields.ts'

const schema = {
  id: { type: 'string', in: 'path', description: 'Which one' },
  limit: { type: 'number', in: 'query' },
  open: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
}

describe('the fields of a request', () => {
  test('are written by an author, as an object or as its text, and described to a model', () => {
    for (const written of [schema, JSON.stringify(schema)]) {
      const fields = readFields({ fields: written }, 'fields', 'query')
      expect(describeFields('queryParams', fields)).toEqual({
        type: 'object',
        properties: {
          queryParams: {
            type: 'object',
            description: 'The params of the request',
            properties: {
              id: { type: 'string', description: 'Which one' },
              limit: { type: 'number' },
              open: { type: 'boolean' },
              tags: { type: 'array', items: { type: 'string' } },
            },
            required: ['id'],
            additionalProperties: false,
          },
        },
        required: ['queryParams'],
        additionalProperties: false,
      })
    }
  })

  test('may be a whole schema of JSON', () => {
    const whole = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }
    expect(readFields({ fields: whole }, 'fields', 'body')).toEqual([
      { name: 'a', place: 'body', required: true, schema: { type: 'integer' } },
    ])
  })

  test('are anything where the author wrote none, and refused where nobody can read them', () => {
    expect(readFields({ fields: '' }, 'fields', 'query')).toBeUndefined()
    expect(readSaid({ queryParams: { any: 1 } }, 'queryParams', undefined)).toEqual({
      said: { any: 1 },
      path: {},
    })
    expect(() => readFields({ fields: '{' }, 'fields', 'query')).toThrow('fields is no JSON object')
  })

  test('come in their types, by their places, without those that nobody described', () => {
    const fields = readFields({ fields: schema }, 'fields', 'query')
    const input = { queryParams: { id: 7, limit: '20', open: 'true', tags: ['a'], other: 'x', __proto__: 1 } }
    expect(readSaid(input, 'queryParams', fields)).toEqual({
      said: { limit: 20, open: true, tags: ['a'] },
      path: { id: '7' },
    })
  })

  test.each<[JsonValue, string]>([
    [
      { queryParams: { limit: 'many', open: 1, tags: 'a' } },
      '"id" is missing. "limit" must be of type number. "open"',
    ],
    [{ queryParams: { id: { a: 1 } } }, '"id" must be of type string.'],
    [[1], '"id" is missing.'],
    [null, '"id" is missing.'],
  ])('that are wrong are all named: %j', (input, says) => {
    const fields = readFields({ fields: schema }, 'fields', 'query')
    expect(() => readSaid(input, 'queryParams', fields)).toThrow(says)
  })
})

describe('the places of a path', () => {
  test.each([
    ['https://a.example:8080/x/:id/y', { id: 'b c' }, 'https://a.example:8080/x/b%20c/y'],
    ['https://a.example/:id', { id: '../../admin?x=1#y' }, 'https://a.example/..%2F..%2Fadmin%3Fx%3D1%23y'],
    ['https://a.example/:id', { id: ':id' }, 'https://a.example/%3Aid'],
    ['https://a.example/:id', {}, 'https://a.example/:id'],
    ['https://a.example/x?at=:id', { id: 'b' }, 'https://a.example/x?at=:id'],
  ])('%s with %j', (address, path, filled) => {
    expect(fillPath(address, path as Record<string, string>)).toBe(filled)
  })

  test.each(['.', '..', ''])('take no value that leads elsewhere: %j', (id) => {
    expect(() => fillPath('https://a.example/items/:id/x', { id })).toThrow('must not be empty, "." or ".."')
  })

  test('say when there is no address', () => {
    expect(() => fillPath('somewhere', {})).toThrow('“somewhere” is no address of the web.')
  })
})
