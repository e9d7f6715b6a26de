import type { JsonValue } from '@runnel/contract'
import { expect, test } from 'vitest'
import { parseOutput, withoutRepeats } from './repeats.ts'

const long = 'a long text '.repeat(50)

const cases: Record<string, JsonValue> = {
  'a text that is handed on': { input: { question: long }, output: { question: long } },
  'one in lists of messages': {
    input: {
      messages: [
        { role: 'user', content: long },
        { role: 'user', content: long },
      ],
    },
    output: { content: long, parts: [['x', long]] },
  },
  'names of every kind': JSON.parse(
    `{"__proto__":{"a":"${long}"},"output":{"__proto__":"${long}","0":"${long}"}}`,
  ),
  'values of every kind': { input: null, output: { content: long, n: 1, ok: true, none: null, list: [] } },
  'no object': long,
  'keys of our own': { repeats: [[['a'], ['b', 'c']]], a: long, b: long },
  'our own key, as it is stored': { repeats: { own: 1 }, a: long },
  'deep lists': JSON.parse(`{"a":${'['.repeat(3_000)}"${long}"${']'.repeat(3_000)},"b":"${long}"}`),
}

test.each(Object.entries(cases))('comes back as it was: %s', (_name, output) => {
  const before = JSON.stringify(output)
  expect(JSON.stringify(parseOutput(JSON.stringify(withoutRepeats(output))))).toBe(before)
  expect(JSON.stringify(output)).toBe(before)
})

test('a long text stands once, however often it is said', () => {
  const stored = JSON.stringify(withoutRepeats({ input: [long, long], output: { content: long } }))
  expect(stored.split(long)).toHaveLength(2)
})

test('what says nothing twice stays as it is', () => {
  const output = { input: { question: long }, output: { content: 'short', again: 'short' } }
  expect(withoutRepeats(output)).toBe(output)
})

test.each<[string, JsonValue]>([
  ['long keys', { output: { ['k'.repeat(20_000)]: Array<string>(100).fill(long) } }],
  [
    'deep lists',
    JSON.parse(`{"a":${'['.repeat(900)}${JSON.stringify(Array(100).fill(long))}${']'.repeat(900)}}`),
  ],
])('what is stored takes no more room than what was said: %s', (_name, output) => {
  const stored = JSON.stringify(withoutRepeats(output))
  expect(stored.length).toBeLessThanOrEqual(JSON.stringify(output).length)
  expect(parseOutput(stored)).toEqual(output)
})

test('thousands of fields that say the same are each read once', () => {
  const fields = Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`field ${index}`, long]))
  expect(parseOutput(JSON.stringify(withoutRepeats({ fields })))).toEqual({ fields })
})
