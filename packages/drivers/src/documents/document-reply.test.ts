import { expect, test } from 'vitest'
import { parseDocumentReply } from './document-reply.ts'

test('what a document says of itself stands with each of its pages, and is short', () => {
  const info = { Title: `Tea${'x'.repeat(5_000_000)}`, Author: 'Octavia', Odd: 3, Deep: { a: 1 } }
  const reply = parseDocumentReply(JSON.stringify({ pages: ['a'], facts: [], info }))
  expect(reply).toMatchObject({ pages: ['a'], facts: [{}], info: { Author: 'Octavia', Odd: '3' } })
  expect('info' in reply && reply.info.Title).toBe(`Tea${'x'.repeat(497)}`)
})

test('a child that says more of a document than there are names is not heard out', () => {
  const info = Object.fromEntries(Array.from({ length: 100_000 }, (_each, at) => [`k${at}`, 'x']))
  const reply = parseDocumentReply(JSON.stringify({ pages: [], facts: [], info }))
  expect('info' in reply && Object.keys(reply.info)).toHaveLength(20)
})
