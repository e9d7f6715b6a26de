import type { HistoryMessage } from '@runnel/contract'
import {
  aModel,
  anExchange,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runLlm } from './run.ts'

async function ask(options: TestStepOptions) {
  const step = createTestStepContext({
    input: 'Why?',
    selected: { llmModel: aModel },
    model: (_request, n) => said(`Reply ${n}`),
    ...options,
  })
  const result = await runLlm(step.context)
  return {
    step,
    result,
    sent: step.requests.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`),
  }
}

const ownMessages = [
  { role: 'user', content: 'Sort these.' },
  { role: 'system', content: 'Be brief.' },
  { role: 'assistant', content: 'Which?' },
  { role: 'developer', content: 'No lists.' },
  { role: 'user', content: '' },
]

describe('the order of messages', () => {
  test('is: system ones, those given with the call, own ones, the conversation, the input message', async () => {
    const { sent } = await ask({
      values: { llmMessages: ownMessages, llmUserMessage: 'Explain Why?' },
      run: { pastHistory: anExchange, prependedHistory: [{ role: 'assistant', content: 'Welcome.' }] },
    })
    expect(sent).toEqual([
      'system: Be brief.',
      'system: No lists.',
      'assistant: Welcome.',
      'user: Sort these.',
      'assistant: Which?',
      'user: My name is Ada.',
      'assistant: Hello Ada.',
      'user: Why?',
      'user: Explain Why?',
    ])
  })

  test('leaves the question and the given messages to the first model of the run', async () => {
    const runHistory: HistoryMessage[] = [
      { role: 'user', content: 'Why?' },
      { role: 'user', content: 'Because.', name: 'llm_0' },
    ]
    const { sent, step } = await ask({
      runHistory,
      run: { prependedHistory: [{ role: 'assistant', content: 'Welcome.' }] },
    })
    expect(sent).toEqual(['user: Why?', 'user: Because.'])
    expect(step.requests[0]?.messages[1]).toMatchObject({ name: 'llm_0' })
  })

  test('without memory holds the question only when the author wrote no user message', async () => {
    const off = { llmEnableMemory: false }
    const past = { pastHistory: anExchange }
    expect((await ask({ values: off, run: past })).sent).toEqual(['user: Why?'])
    const own = [{ role: 'user', content: 'Sort these.' }]
    expect((await ask({ values: { ...off, llmMessages: own }, run: past })).sent).toEqual([
      'user: Sort these.',
    ])
    const later = await ask({ values: off, runHistory: anExchange })
    expect(later.sent).toEqual([])
  })
})

const longPast: HistoryMessage[] = Array.from({ length: 6 }, (_, n) => ({
  role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Message ${n} ${'x'.repeat(70)}`,
}))

describe('memory types', () => {
  test('a window keeps the last exchanges, the question included', async () => {
    const values = { llmMemoryType: 'windowSize', llmMemoryWindowSize: '1' }
    const { sent } = await ask({ values, run: { pastHistory: longPast } })
    expect(sent).toEqual([expect.stringContaining('Message 5'), 'user: Why?'])
  })

  test('a summary is asked for once and stands before the question', async () => {
    const values = { llmMemoryType: 'conversationSummary' }
    const { sent, step } = await ask({ values, run: { pastHistory: anExchange } })
    expect(step.requests).toHaveLength(2)
    expect(step.requests[0]).toMatchObject({ show: false })
    expect(step.requests[0]?.messages.at(-1)?.content).toBe('user: My name is Ada.\nassistant: Hello Ada.')
    expect(sent).toEqual(['system: Summary of the conversation so far:\nReply 0', 'user: Why?'])
  })

  test('nothing is summarised when there is nothing before the question', async () => {
    const { step, sent } = await ask({ values: { llmMemoryType: 'conversationSummary' } })
    expect(step.requests).toHaveLength(1)
    expect(sent).toEqual(['user: Why?'])
  })

  test('a summary buffer keeps what fits word for word and summarises the rest', async () => {
    const values = { llmMemoryType: 'conversationSummaryBuffer', llmMemoryMaxTokenLimit: '40' }
    const { sent, step } = await ask({ values, run: { pastHistory: longPast } })
    expect(step.requests[0]?.messages.at(-1)?.content).toContain('Message 3')
    expect(sent).toEqual([
      'system: Summary of the conversation so far:\nReply 0',
      expect.stringContaining('Message 4'),
      expect.stringContaining('Message 5'),
      'user: Why?',
    ])
  })

  test('a summary buffer that fits is not summarised', async () => {
    const values = { llmMemoryType: 'conversationSummaryBuffer' }
    const { step } = await ask({ values, run: { pastHistory: longPast } })
    expect(step.requests).toHaveLength(1)
  })
})
