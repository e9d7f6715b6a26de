import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './read-json-body.ts'

describe('a JSON body', () => {
  test('is parsed', () => {
    expect(parseJsonBody('{"a":[1,{"b":"}]["}]}')).toEqual({ a: [1, { b: '}][' }] })
  })

  test('that is empty is no body', () => {
    expect(parseJsonBody('  ')).toBeUndefined()
  })

  test('that is broken is refused with line and column', () => {
    expect(() => parseJsonBody('{\n  "a": 1,,\n}')).toThrow('not valid JSON at line 2, column 10')
  })

  test('that is too deep is refused before it is built', () => {
    expect(() => parseJsonBody(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toThrow(
      'deeper than 200 levels',
    )
  })

  test.each([
    '{"__proto__":{"polluted":1}}',
    '{"a":{"constructor":{"prototype":{}}}}',
    '[{"prototype":1}]',
    '{"a":{"\\u005f_proto__":{"polluted":1}}}',
    '{"prototyp\\u0065":1}',
    '{"c\\u006Fnstructor":1}',
  ])('that names a prototype is refused: %s', (text) => {
    expect(() => parseJsonBody(text)).toThrow('a key that is not allowed')
  })

  test.each([
    ['{"name":"a","name":"b"}', '"name" twice in one object, at line 1, column 13'],
    ['{"a":{"b":[1,{"c":1,\n "d":[],"c":1}]}}', '"c" twice in one object, at line 2, column 9'],
    ['{"a":1,"\\u0061":2}', '"a" twice in one object, at line 1, column 8'],
    ['{"":1,"":2}', '"" twice'],
    ['[{"a":":","b":{}, "b" : 1}]', '"b" twice'],
    ['{"toString":1,"x":{"toString":2},"toString":3}', '"toString" twice'],
  ])('that names a key twice is refused with the place: %s', (text, message) => {
    expect(() => parseJsonBody(text)).toThrow(message)
  })

  test('may name a key once in each of many objects, and colons in texts', () => {
    const value = { a: [{ a: 1 }, { a: ':"a":' }], b: { a: { b: 'a: b' } }, toString: 1, 1: { 1: null } }
    expect(parseJsonBody(JSON.stringify(value))).toEqual(value)
  })

  test('may speak of a prototype in a text', () => {
    expect(parseJsonBody('{"question":"what is \\"__proto__\\": in JavaScript?"}')).toEqual({
      question: 'what is "__proto__": in JavaScript?',
    })
  })
})
