import { expect, test } from 'vitest'
import { readJsonParam } from './read-json-param.ts'

const read = (headers?: unknown) =>
  readJsonParam({ label: 'Items', values: JSON.parse(JSON.stringify({ headers })) }, 'headers')

test.each([
  [undefined, undefined],
  [null, undefined],
  [' ', undefined],
  [{ a: 1 }, { a: 1 }],
  ['{"a": 1}', { a: 1 }],
])('%j gives %j', (value, expected) => {
  expect(read(value)).toEqual(expected)
})

test.each(['{"a": 1', 'a: 1', '[1]', '"a"', [1], 7])('%j is refused by node and param', (value) => {
  expect(() => read(value)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: '“headers” of Items is no JSON object. Write it as {"name": "value"}.',
      issues: [expect.objectContaining({ path: 'headers' })],
    }),
  )
})
