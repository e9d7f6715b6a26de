import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillJsonText } from './fill-json-text.ts'

const fillWith = (values: Record<string, string>) => (text: string) =>
  fillJsonText(text, (inside) => values[inside.trim()])

test('a value inside a string stays in it', () => {
  const fill = fillWith({ q: '", "isAdmin": true, "x": "\n\\' })
  expect(JSON.parse(fill('{"asked": "He said {{q}}!"}') ?? '')).toEqual({
    asked: 'He said ", "isAdmin": true, "x": "\n\\!',
  })
})

test('in the place of a value JSON is that value and anything else a string', () => {
  const fill = fillWith({ n: '5', list: '[1, "a"]', words: 'tea, "hot"', broken: '1, "isAdmin": true' })
  expect(
    JSON.parse(fill('{"n": {{n}}, "list": {{list}}, "of": [{{ words }}], "b": {{broken}}}') ?? ''),
  ).toEqual({ n: 5, list: [1, 'a'], of: ['tea, "hot"'], b: '1, "isAdmin": true' })
})

test('quotes and braces of the author do not mislead it', () => {
  const fill = fillWith({ q: 'x"y' })
  expect(JSON.parse(fill('{"a\\"b": "{ \\\\{{q}} }", "c": {{q}}}') ?? '')).toEqual({
    'a"b': '{ \\x"y }',
    c: 'x"y',
  })
})

test('unknown references stay, and what is no JSON is left to others', () => {
  expect(fillWith({})('{"a": "{{who}}"}')).toBe('{"a": "{{who}}"}')
  expect(fillWith({ q: 'a' })('{{q}}')).toBeUndefined()
  expect(fillWith({ q: 'a' })('[INFO] {{q}}')).toBeUndefined()
  expect(fillWith({ q: '1' })('{"a": 1{{q}}}')).toBeUndefined()
})

test('no value changes the shape', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (first, second) => {
      const filled = fillWith({ first, second })('{"a": "-{{first}}-", "b": [{{second}}], "c": 1}')
      const parsed = JSON.parse(filled ?? '')
      expect(Object.keys(parsed)).toEqual(['a', 'b', 'c'])
      expect(parsed.a).toBe(`-${first}-`)
      expect(parsed.b).toHaveLength(1)
    }),
  )
})
