import type { JsonObject } from '@runnel/contract'
import { listFlowOptions } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { chatflowToolset } from './toolset.ts'

function chatflow(values: JsonObject = {}) {
  const component = createTestComponent('ChatflowTool', {
    label: 'Chatflow Tool',
    values: { selectedChatflow: 'flow-1', name: 'Ask the Handbook!', description: 'Answers.', ...values },
  })
  const context = createTestCallContext({
    run: { question: 'What now?' },
    flow: ({ question }) => ({
      content: `You asked: ${question}`,
      usedTools: [],
      sourceDocuments: [{ pageContent: 'page 3' }],
      artifacts: [],
      fileAnnotations: [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }],
    }),
  })
  return {
    ...context,
    list: async () => chatflowToolset.list(component, context.call),
    ask: (input: JsonObject) =>
      chatflowToolset.call(component, { tool: 'ask_the_handbook', input }, context.call),
  }
}

describe('a flow as a tool', () => {
  test('has a name that vendors take, and asks for one question', async () => {
    expect(await chatflow({ returnDirect: 'true' }).list()).toMatchObject([
      {
        name: 'ask_the_handbook',
        description: 'Answers.',
        returnDirect: true,
        inputSchema: { required: ['input'] },
      },
    ])
    expect(await chatflow({ name: '—' }).list()).toMatchObject([{ name: 'chatflow_tool' }])
  })

  test('runs the flow and gives its answer with its sources and files', async () => {
    const { ask, flows } = chatflow({ overrideConfig: '{"temperature": 0}' })
    expect(await ask({ input: 'How many days?' })).toEqual({
      content: 'You asked: How many days?',
      sourceDocuments: [{ pageContent: 'page 3' }],
      artifacts: [],
      fileAnnotations: [{ filePath: 'FILE-STORAGE::table.csv', fileName: 'table.csv' }],
    })
    expect(flows).toEqual([
      {
        flowId: 'flow-1',
        question: 'How many days?',
        overrides: { temperature: 0 },
        conversation: 'session',
      },
    ])
  })

  test('begins a conversation of its own for each question where that is chosen', async () => {
    const { ask, flows } = chatflow({ startNewSession: true })
    await ask({ input: 'How many days?' })
    expect(flows).toMatchObject([{ conversation: 'new' }])
  })

  test('asks what the chat asked, or what the author fixed, where that is chosen', async () => {
    const fromChat = chatflow({ useQuestionFromChat: true })
    await fromChat.ask({ input: 'Other' })
    const fixed = chatflow({ customInput: 'Always this' })
    await fixed.ask({})
    expect([...fromChat.flows, ...fixed.flows].map(({ question }) => question)).toEqual([
      'What now?',
      'Always this',
    ])
    expect(await fixed.list()).toMatchObject([{ inputSchema: { properties: {} } }])
  })

  test('says that no flow is chosen', async () => {
    await expect(chatflow({ selectedChatflow: '' }).list()).rejects.toThrow('Chatflow Tool has no flow')
  })
})

test('the flows to choose from are those that the caller may see', async () => {
  const around = { values: {}, catalogue: [], previousNodes: [], signal: new AbortController().signal, fetch }
  const flows = [{ id: 'flow-1', name: 'Handbook', type: 'AGENTFLOW' as const }]
  expect(await listFlowOptions({ ...around, listFlows: async () => flows })).toEqual([
    { name: 'flow-1', label: 'Handbook', description: 'Agent flow' },
  ])
  expect(await listFlowOptions(around)).toEqual([])
})
