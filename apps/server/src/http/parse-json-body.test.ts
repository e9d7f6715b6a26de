import { describe, expect, test } from 'vitest'
import { jsonDepth, parseJsonBody } from './parse-json-body.ts'

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

  test.each(['{"__proto__":{"polluted":1}}', '{"a":{"constructor":{"prototype":{}}}}', '[{"prototype":1}]'])(
    'that names a prototype is refused: %s',
    (text) => {
      expect(() => parseJsonBody(text)).toThrow('a key that is not allowed')
    },
  )

  test('may speak of a prototype in a text', () => {
    expect(parseJsonBody('{"question":"what is \\"__proto__\\": in JavaScript?"}')).toEqual({
      question: 'what is "__proto__": in JavaScript?',
    })
  })
})

test('depth skips brackets inside strings', () => {
  expect(jsonDepth('{"a":"[[[[\\"[[","b":[]}')).toBe(2)
})

test('tells strings from brackets, however they are escaped', () => {
  expect(jsonDepth('{"a":"[[[","b\\\\":["\\"[[","\\\\",[1]]}')).toBe(3)
  expect(jsonDepth('["never closed [[[')).toBe(1)
})

test('reads strings of tens of megabytes', () => {
  const text = JSON.stringify({ flowData: JSON.stringify({ text: '"\\'.repeat(3_000_000) }) })
  expect(jsonDepth(text)).toBe(1)
})
