import {
  aMemory,
  aModel,
  anExchange,
  aTool,
  createTestStepContext,
  said,
  type TestStepOptions,
  type TestTool,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runToolAgent } from './run.ts'

const doubler: TestTool = {
  name: 'double',
  work: async (input) => ({
    content: String(Number(input) * 2),
    sourceDocuments: [{ pageContent: 'doubling' }],
  }),
}

function agent(options: TestStepOptions, tools: TestTool[] = [doubler]) {
  const components = { model: [aModel], memory: [aMemory], tools: tools.map(aTool) }
  return createTestStepContext({ input: 'Double 21', components, ...options })
}

const askForDouble = (name = 'double') => ({
  parts: [{ type: 'tool-call' as const, id: 'c1', name, input: 21 }],
})

describe('a tool agent', () => {
  test('answers at once when no tool is asked for', async () => {
    const step = agent({ model: () => said('Hello.'), run: { pastHistory: anExchange } })
    const result = await runToolAgent(step.context)
    expect(result.output).toMatchObject({ content: 'Hello.' })
    expect(result.output).not.toHaveProperty('usedTools')
    expect(step.requests[0]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
    expect(step.requests[0]?.tools?.map(({ name }) => name)).toEqual(['double'])
  })

  test('calls tools, hands their results back and adds up what it used', async () => {
    const step = agent({ model: (_request, n) => (n === 0 ? askForDouble() : said('It is 42.')) })
    const result = await runToolAgent(step.context)
    expect(step.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: [{ type: 'tool-call', id: 'c1', name: 'double', input: 21 }] },
      { role: 'tool', content: [{ type: 'tool-result', id: 'c1', name: 'double', content: '42' }] },
    ])
    expect(result.output).toMatchObject({
      content: 'It is 42.',
      usedTools: [{ tool: 'double', toolInput: 21, toolOutput: '42' }],
      sourceDocuments: [{ pageContent: 'doubling' }],
      usageMetadata: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    })
  })

  test('tells the model of a tool that failed or is not there', async () => {
    const failing = { name: 'double', work: () => Promise.reject(new Error('too large')) }
    const step = agent(
      {
        model: (_request, n) => [askForDouble(), askForDouble('triple'), said('I cannot.')][n] ?? {},
      },
      [failing],
    )
    const result = await runToolAgent(step.context)
    expect(step.requests[1]?.messages.at(-1)).toMatchObject({
      content: [{ content: 'too large', isError: true }],
    })
    expect(step.requests[2]?.messages.at(-1)).toMatchObject({
      content: [{ content: 'There is no tool called triple. The tools are: double.', isError: true }],
    })
    expect(result.output).toMatchObject({ content: 'I cannot.' })
  })

  test('ends with the result of a tool that returns directly', async () => {
    const step = agent({ model: () => askForDouble() }, [{ ...doubler, returnDirect: true }])
    expect((await runToolAgent(step.context)).output).toMatchObject({ content: '42' })
    expect(step.shown).toEqual(['42'])
    expect(step.requests).toHaveLength(1)
  })

  test('stops at its limit and says so', async () => {
    const step = agent({ values: { maxIterations: '3' }, model: () => askForDouble() })
    const result = await runToolAgent(step.context)
    expect(step.requests).toHaveLength(3)
    expect(result.output.content).toContain('limit of 3 model calls')
    expect(step.shown).toEqual([result.output.content])
  })

  test('without tools asks like a plain conversation', async () => {
    const step = agent({ values: { systemMessage: 'Be brief.' }, model: () => said('Hi.') }, [])
    await runToolAgent(step.context)
    expect(step.requests[0]).not.toHaveProperty('tools')
    expect(step.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
  })
})
