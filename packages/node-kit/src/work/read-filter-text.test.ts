import { isRunnelError, type JsonValue } from '@runnel/contract'
import { expect, test } from 'vitest'
import { readFilterText } from './read-filter-text.ts'

const read = (filter: JsonValue, quote: (text: string) => string | undefined = JSON.stringify) =>
  readFilterText({ values: { filter }, label: 'Tea' }, 'filter', quote)

test('a filter without values in it is what its author wrote', () => {
  expect(read(' a == "b" ')).toBe('a == "b"')
  expect(readFilterText({ values: {}, label: 'Tea' }, 'filter', JSON.stringify)).toBe('')
})

test('what was put into it stands in quotes, but for numbers and switches that stand without', () => {
  expect(read(['a == ', ['x" or "" == "'], ' and b < ', { bare: '5' }, ' and c == ', { bare: 'true' }])).toBe(
    'a == "x\\" or \\"\\" == \\"" and b < 5 and c == true',
  )
  expect(read(['a == ', ['5'], ' and b == ', { bare: '5 or 1 == 1' }])).toBe(
    'a == "5" and b == "5 or 1 == 1"',
  )
})

test('a text that the language cannot write is refused by name', () => {
  try {
    read(['a = ', ['"']], () => undefined)
    expect.unreachable()
  } catch (error) {
    expect(isRunnelError(error) && error.message).toBe('The filter of Tea cannot hold "\\"".')
  }
})
