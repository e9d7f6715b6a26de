import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeTag, listFacts, readMetadata, splitWords, writeMetadata } from './redis-words.ts'

test('what is known of a text comes back as it was, whatever signs it has', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
      const plain = JSON.parse(JSON.stringify(metadata))
      expect(readMetadata(writeMetadata(plain))).toEqual(plain)
    }),
    { numRuns: 300 },
  )
})

test('JSON without backslashes is read, and what is none tells nothing', () => {
  expect(readMetadata('{"a-b":"x:y \\"z\\""}')).toEqual({ 'a-b': 'x:y "z"' })
  expect([readMetadata('{'), readMetadata(''), readMetadata('[1]')]).toEqual([{}, {}, {}])
})

test('texts, numbers and switches can be asked for, and no sign of them means anything in a query', () => {
  expect(listFacts({ a: 'x', b: 1.5, c: true, d: null, e: ['x'], f: { g: 1 }, h: 'x'.repeat(600) })).toEqual([
    'a="x"',
    'b=1.5',
    'c=true',
  ])
  expect(escapeTag('a="x | y}" Grün')).toBe('a\\=\\"x\\ \\|\\ y\\}\\"\\ Grün')
})

test('words of a question are those of every script, each once, and no sign is left of them', () => {
  expect(splitWords('The AX-4711, the report.pdf: shop_list | हिन्दी @x:(y)')).toEqual([
    ...['the', 'ax', '4711', 'report', 'pdf', 'shop_list', 'हिन्दी', 'x', 'y'],
  ])
  expect(splitWords('?! -|()')).toEqual([])
  expect(splitWords(Array.from({ length: 40 }, (_, n) => `w${n}`).join(' '))).toHaveLength(32)
})
