import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson'
import { describe, expect, test } from 'vitest'
import { countBsonValues } from './count-bson-values.ts'

const MOST = 1000
const count = (document: Document, most = MOST) =>
  countBsonValues(Buffer.from(serialize(document, { ignoreUndefined: false })), most)

describe('values of a document', () => {
  test.each<[string, unknown]>([
    ['a double', new Double(1.5)],
    ['a text', 'Grün \0 ☕'],
    ['bytes', new Binary(Buffer.from([0, 1, 2]))],
    ['old bytes', new Binary(Buffer.from([0, 1, 2]), 2)],
    ['an id', new ObjectId()],
    ['a truth', true],
    ['a date', new Date(0)],
    ['nothing', null],
    ['a pattern', new BSONRegExp('tea', 'i')],
    ['code', new Code('return 0')],
    ['a symbol', new BSONSymbol('tea')],
    ['a number', new Int32(7)],
    ['a timestamp', new Timestamp({ t: 1, i: 2 })],
    ['a long number', Long.fromNumber(7)],
    ['a decimal', Decimal128.fromString('1.5')],
    ['the least', new MinKey()],
    ['the most', new MaxKey()],
  ])('are counted whatever they are: %s', (_what, value) => {
    expect(count({ first: value, list: [value, value], last: 1 })).toBe(5)
  })

  test('are counted in all that it holds', () => {
    expect(count({})).toBe(0)
    expect(count({ a: {}, b: [], c: [{ d: [1] }, {}] })).toBe(7)
    expect(count({ code: new Code('return tea', { tea: 1, cups: [1, 2] }), last: 1 })).toBe(6)
  })

  test('are not counted on behind the most', () => {
    expect(count({ list: Array.from({ length: 500 }, () => ({})) }, 100)).toBe(101)
  })

  test('are not followed into any depth', () => {
    let deep: Document = {}
    for (let level = 0; level < 300; level += 1) deep = { deep }
    expect(() => count(deep)).toThrow('too deep')
  })

  test('are not looked for in what is no document', () => {
    const whole = Buffer.from(serialize({ text: 'tea', list: [1, { cups: 2 }], pattern: /tea/i }))
    for (let end = 0; end < whole.length; end += 1)
      expect(() => countBsonValues(whole.subarray(0, end), MOST)).toThrow(RangeError)
    const strange = Buffer.from(whole)
    strange[4] = 0x42
    expect(() => countBsonValues(strange, MOST)).toThrow('no type')
  })
})
