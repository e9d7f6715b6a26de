import { expect, test } from 'vitest'
import { scanJson } from './repeated-key.ts'

test('depth skips brackets inside strings', () => {
  expect(scanJson('{"a":"[[[[\\"[[","b":[]}').depth).toBe(2)
})

test('tells strings from brackets, however they are escaped', () => {
  expect(scanJson('{"a":"[[[","b\\\\":["\\"[[","\\\\",[1]]}').depth).toBe(3)
  expect(scanJson('["never closed [[[').depth).toBe(1)
})

test('reads strings of tens of megabytes', () => {
  const text = JSON.stringify({ flowData: JSON.stringify({ text: '"\\'.repeat(3_000_000) }) })
  expect(scanJson(text).depth).toBe(1)
})

test('counts the colons between keys and values only', () => {
  expect(scanJson('{"a:b":"c:d","e":{"f" : ":"}}').colons).toBe(3)
})
