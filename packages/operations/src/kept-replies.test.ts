import { expect, test } from 'vitest'
import { createKeptReplies } from './kept-replies.ts'

const of = { workspaceId: 'w', flowId: 'f' }

test('a reply is found again by flow and key, as it was when it was kept', () => {
  const replies = createKeptReplies({ now: () => 0 })
  const reply = { parts: [{ type: 'text', text: 'Tea' }] }
  replies.keep(of, 'k', reply)
  reply.parts.push({ type: 'text', text: '!' })
  expect(replies.find(of, 'k')).toEqual({ parts: [{ type: 'text', text: 'Tea' }] })
  expect(replies.find(of, 'other')).toBeUndefined()
})

test.each([
  { workspaceId: 'x', flowId: 'f' },
  { workspaceId: 'w', flowId: 'g' },
  { workspaceId: 'w","f', flowId: '' },
])('nothing of it is found for %j', (other) => {
  const replies = createKeptReplies({ now: () => 0 })
  replies.keep(of, 'k', 'Tea')
  expect(replies.find(other, 'k')).toBeUndefined()
})

test('a reply is forgotten when it is too old, however often it was wanted', () => {
  let time = 0
  const replies = createKeptReplies({ now: () => time, maxAgeMs: 10 })
  replies.keep(of, 'k', 'Tea')
  time = 9
  expect(replies.find(of, 'k')).toBe('Tea')
  time = 10
  expect(replies.find(of, 'k')).toBeUndefined()
  time = 0
  expect(replies.find(of, 'k')).toBeUndefined()
})

test('when it is full, what was not wanted for longest goes first', () => {
  const replies = createKeptReplies({ now: () => 0, maxBytes: 40_000 })
  const large = 'x'.repeat(1000)
  const keys = Array.from({ length: 17 }, (_, index) => `key ${index}`)
  for (const key of keys) replies.keep(of, key, large)
  replies.find(of, 'key 0')
  replies.keep(of, 'one more', large)
  replies.keep(of, 'two more', large)
  const left = keys.filter((key) => replies.find(of, key) !== undefined)
  expect(left).toEqual(['key 0', ...keys.slice(3)])
})

test('a new reply takes the place of an old one, and what is too large takes none', () => {
  const replies = createKeptReplies({ now: () => 0, maxBytes: 40_000 })
  for (let round = 0; round < 100; round++) replies.keep(of, 'k', `Tea ${round} ${'x'.repeat(1000)}`)
  replies.keep(of, 'other', 'Milk')
  expect([replies.find(of, 'k'), replies.find(of, 'other')]).toEqual([
    expect.stringMatching(/^Tea 99/),
    'Milk',
  ])
  replies.keep(of, 'k', 'x'.repeat(2000))
  expect([replies.find(of, 'k'), replies.find(of, 'other')]).toEqual([undefined, 'Milk'])
})
