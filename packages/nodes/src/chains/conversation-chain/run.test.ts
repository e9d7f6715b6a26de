import {
  aMemory,
  aModel,
  anExchange,
  aPrompt,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runConversationChain } from './run.ts'

async function messagesOf(options: TestStepOptions) {
  const step = createTestStepContext({ input: 'Who am I?', model: () => said('Ada.'), ...options })
  const result = await runConversationChain(step.context)
  expect(result.output).toMatchObject({ content: 'Ada.' })
  return step.requests[0]?.messages
}

test('system message, given messages, memory and question stand in this order', async () => {
  const messages = await messagesOf({
    values: { systemMessagePrompt: 'Be kind.' },
    components: { model: [aModel], memory: [aMemory] },
    run: { pastHistory: anExchange, prependedHistory: [{ role: 'assistant', content: 'Welcome.' }] },
  })
  expect(messages?.map(({ content }) => content)).toEqual([
    'Be kind.',
    'Welcome.',
    'My name is Ada.',
    'Hello Ada.',
    'Who am I?',
  ])
})

test('without memory the past is not seen, and there is a default system message', async () => {
  const messages = await messagesOf({ components: { model: [aModel] }, run: { pastHistory: anExchange } })
  expect(messages?.map(({ role }) => role)).toEqual(['system', 'user'])
})

test('a chat prompt replaces system message and question, around the memory', async () => {
  const prompt = aPrompt({
    variables: ['text'],
    format: ({ text }) => [
      { role: 'system', content: 'Translate.' },
      { role: 'user', content: `Text: ${text}` },
    ],
  })
  const messages = await messagesOf({
    components: { model: [aModel], memory: [aMemory], chatPromptTemplate: [prompt] },
    run: { pastHistory: anExchange },
  })
  expect(messages?.map(({ content }) => content)).toEqual([
    'Translate.',
    'My name is Ada.',
    'Hello Ada.',
    'Text: Who am I?',
  ])
})
