import type { Tool } from '@runnel/node-kit'
import { createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { aMemory, aModel, anExchange, aTool } from '../chain-components.fixture.ts'
import { runToolAgent } from './run.ts'

const doubler: Partial<Tool> = {
  name: 'double',
  call: async (input) => ({
    content: String(Number(input) * 2),
    sourceDocuments: [{ pageContent: 'doubling' }],
  }),
}

function agent(options: TestStepOptions, tools: Partial<Tool>[] = [doubler]) {
  const components = { model: [aModel], memory: [aMemory], tools: tools.map(aTool) }
  return createTestStepContext({ input: 'Double 21', components, ...options })
}

const askForDouble = (name = 'double') => ({ toolCalls: [{ id: 'c1', name, input: 21 }] })

describe('a tool agent', () => {
  test('answers at once when no tool is asked for', async () => {
    const step = agent({ model: () => ({ text: 'Hello.' }), run: { pastHistory: anExchange } })
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
    const step = agent({ model: (_request, n) => (n === 0 ? askForDouble() : { text: 'It is 42.' }) })
    const result = await runToolAgent(step.context)
    expect(step.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'double', input: 21 }] },
      { role: 'tool', toolCallId: 'c1', toolName: 'double', content: '42' },
    ])
    expect(result.output).toMatchObject({
      content: 'It is 42.',
      usedTools: [{ tool: 'double', toolInput: 21, toolOutput: '42' }],
      sourceDocuments: [{ pageContent: 'doubling' }],
      usageMetadata: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    })
  })

  test('tells the model of a tool that failed or is not there', async () => {
    const failing = { name: 'double', call: () => Promise.reject(new Error('too large')) }
    const step = agent(
      {
        model: (_request, n) => [askForDouble(), askForDouble('triple'), { text: 'I cannot.' }][n] ?? {},
      },
      [failing],
    )
    const result = await runToolAgent(step.context)
    expect(step.requests[1]?.messages.at(-1)).toMatchObject({ content: 'too large', isError: true })
    expect(step.requests[2]?.messages.at(-1)).toMatchObject({
      content: 'There is no tool called triple. The tools are: double.',
      isError: true,
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
    const step = agent({ values: { systemMessage: 'Be brief.' }, model: () => ({ text: 'Hi.' }) }, [])
    await runToolAgent(step.context)
    expect(step.requests[0]).not.toHaveProperty('tools')
    expect(step.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
  })
})
