import { expect, test } from 'vitest'
import { conversationNames } from './parse-prediction.ts'

test('a conversation has the names that its caller gives, and an empty session id is none', () => {
  expect(conversationNames({ chatId: 'c', overrideConfig: { sessionId: 's' } })).toEqual({
    chatId: 'c',
    sessionId: 's',
  })
  expect(conversationNames({ overrideConfig: { sessionId: '' } })).toEqual({})
})

test.each([5, {}, [], true, 'x'.repeat(201)])(
  'a session id that is no short text is refused: %j',
  (sessionId) => {
    expect(() => conversationNames({ overrideConfig: { sessionId } })).toThrow(/sessionId must be text/)
  },
)
