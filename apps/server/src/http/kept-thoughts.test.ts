import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

interface Message {
  role: string
  reasonContent?: { thinking: string; thinkingDuration?: number }
}

/** An author's choice that keeps the steps to those who may see executions. */
const HIDES_STEPS = { apiConfig: '{}' }

describe.each(databaseKinds)('on %s', (kind) => {
  let scene: VendorServer
  beforeAll(async () => {
    scene = await startVendorServer({
      kind,
      respond: () => ({ reasoning: 'Rain falls. So yes.', text: 'Yes.' }),
    })
  })
  afterAll(() => scene.stop())

  function thinkingFlow(fields = {}) {
    const inputs = {
      llmModel: 'chatOpenAI',
      llmModelConfig: { llmModel: 'chatOpenAI', ...openAIConfig(scene.vendor, scene.credentialId) },
      llmEnableMemory: true,
    }
    return makeFlow(
      scene.administrator,
      {
        nodes: [
          agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
          agentNode('llmAgentflow_0', 'llmAgentflow', inputs),
        ],
        edges: [agentEdge('startAgentflow_0', 'llmAgentflow_0')],
      },
      fields,
    )
  }

  const ask = async (caller: TestCaller, flowId: string, chatId: string) => {
    const body = { question: 'Rain?', chatId, streaming: true }
    return (await caller.call('POST', `/prediction/${flowId}`, body)).text
  }
  const thoughtsFor = async (caller: TestCaller, flowId: string, chatId: string) => {
    const messages = await caller.expect<Message[]>(200, 'GET', `/chatmessage/${flowId}?chatId=${chatId}`)
    return messages.find(({ role }) => role === 'apiMessage')?.reasonContent
  }

  test('thoughts are streamed with their time, and kept with the answer', async () => {
    const flowId = await thinkingFlow()
    const told = await ask(scene.administrator, flowId, 'kept')
    expect(told).toMatch(/"event":"thinking","data":"Rain /)
    expect(told).toMatch(/"event":"thinking","data":"","duration":[\d.]+/)
    expect(await thoughtsFor(scene.administrator, flowId, 'kept')).toEqual({
      thinking: 'Rain falls. So yes.',
      thinkingDuration: expect.any(Number),
    })
  })

  test('an answer that comes whole keeps the same', async () => {
    const flowId = await thinkingFlow()
    await scene.administrator.expect(200, 'POST', `/prediction/${flowId}`, {
      question: 'Rain?',
      chatId: 'whole',
    })
    expect(await thoughtsFor(scene.administrator, flowId, 'whole')).toEqual({
      thinking: 'Rain falls. So yes.',
      thinkingDuration: expect.any(Number),
    })
  })

  test('of an agent flow that hides its steps, neither strangers nor those who see its chats alone hear them', async () => {
    const flowId = await thinkingFlow(HIDES_STEPS)
    const told = await ask(scene.server.anonymous(), flowId, 'hidden')
    expect(told).toContain('"event":"token"')
    expect(told).not.toContain('thinking')
    expect(told).not.toContain('Rain falls')
    const reader = await scene.server.withKey(['agentflows:view'])
    expect(await thoughtsFor(reader, flowId, 'hidden')).toBeUndefined()
    const auditor = await scene.server.withKey(['agentflows:view', 'executions:view'])
    expect(await thoughtsFor(auditor, flowId, 'hidden')).toMatchObject({ thinking: 'Rain falls. So yes.' })
    const open = await thinkingFlow()
    await ask(scene.server.anonymous(), open, 'open')
    expect(await thoughtsFor(reader, open, 'open')).toMatchObject({ thinking: 'Rain falls. So yes.' })
  })
})
