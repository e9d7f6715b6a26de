import { toAskedMessage, toModelMessages } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createTestStepContext } from '../testing/test-step-context.ts'
import { composeConversation } from './conversation-messages.ts'

const picture = { name: 'dot.png', mediaType: 'image/png', source: { blob: 'f-1' } }

describe('messages of a history', () => {
  test('bring the files along that were given with them', () => {
    const history = [
      toAskedMessage('What is it?', [picture]),
      { role: 'assistant' as const, content: 'A dot.' },
    ]
    expect(toModelMessages(JSON.parse(JSON.stringify(history)))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'file', ...picture },
        ],
      },
      { role: 'assistant', content: 'A dot.' },
    ])
  })

  test('without files are texts, whatever else stands beside them', () => {
    const odd = { role: 'user' as const, content: 'Hi', name: 'llm_0', additional: { files: 'none' } }
    expect(toModelMessages([odd])).toEqual([{ role: 'user', content: 'Hi', name: 'llm_0' }])
  })
})

test('a conversation ends with the question and its files', async () => {
  const { context } = createTestStepContext({ input: 'What is it?', run: { files: [picture] } })
  expect((await composeConversation(context, 'Be kind.')).at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: 'What is it?' },
      { type: 'file', ...picture },
    ],
  })
})
