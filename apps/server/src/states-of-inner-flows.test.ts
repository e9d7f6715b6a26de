import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import type { TestCaller } from './testing/test-caller.ts'

const [start, llm, reply] = ['startAgentflow_0', 'llmAgentflow_0', 'directReplyAgentflow_0'] as const

/** Writes down what it is asked, and says all of it. */
function countingFlow(vendor: FakeOpenAI, credentialId: string, persists: boolean) {
  return {
    nodes: [
      agentNode(start, 'startAgentflow', {
        startInputType: 'chatInput',
        startState: [{ key: 'heard', value: '' }],
        startPersistState: persists,
      }),
      agentNode(llm, 'llmAgentflow', {
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
        llmMessages: [{ role: 'user', content: '{{question}}' }],
        llmUpdateState: [{ key: 'heard', value: '{{$flow.state.heard}}<{{question}}>' }],
      }),
      agentNode(reply, 'directReplyAgentflow', { directReplyMessage: '{{$flow.state.heard}}' }),
    ],
    edges: [agentEdge(start, llm), agentEdge(llm, reply)],
  }
}

/** Runs a flow as many times as there are letters, one after the other. */
function callingFlow(executeFlowSelectedFlow: string, letters: string, overrides: object = {}) {
  const steps = [...letters].map((letter, index) =>
    agentNode(`executeFlowAgentflow_${index}`, 'executeFlowAgentflow', {
      executeFlowSelectedFlow,
      executeFlowInput: `{{question}}${letter}`,
      executeFlowOverrideConfig: JSON.stringify(overrides),
    }),
  )
  const ids = [start, ...steps.map(({ id }) => id)]
  return {
    nodes: [agentNode(start, 'startAgentflow', { startInputType: 'chatInput' }), ...steps],
    edges: ids.slice(1).map((target, index) => agentEdge(ids[index] ?? '', target)),
  }
}

describe.each(databaseKinds)('the state of a flow inside another on %s', (kind) => {
  let vendor: FakeOpenAI
  let program: KillableProgram
  let caller: TestCaller
  let credentialId: string
  let inner: string

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ respond: () => ({ text: 'Noted.' }) })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
    caller = await program.signIn()
    credentialId = await makeCredential(caller)
  }, 60_000)
  beforeEach(async () => {
    inner = await makeFlow(caller, countingFlow(vendor, credentialId, true))
  })
  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  const ask = async (flowId: string, chatId: string, question: string) => {
    const { body } = await caller.call<{ text: string }>('POST', `/internal-prediction/${flowId}`, {
      chatId,
      question,
    })
    return body.text
  }

  test('is kept from turn to turn of its conversation, and in no other', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'a'))
    expect(await ask(outer, 'one', '1')).toBe('<1a>')
    expect(await ask(outer, 'one', '2')).toBe('<1a><2a>')
    expect(await ask(outer, 'two', '1')).toBe('<1a>')
  })

  test('is kept from call to call within a run', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'ab'))
    expect(await ask(outer, 'one', '1')).toBe('<1a><1b>')
    expect(await ask(outer, 'one', '2')).toBe('<1a><1b><2a><2b>')
  })

  test('is one with that of calls from outside, whichever came last', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'a'))
    await ask(inner, 'one', '1')
    expect(await ask(outer, 'one', '2')).toBe('<1><2a>')
    expect(await ask(inner, 'one', '3')).toBe('<1><2a><3>')
    expect(await ask(outer, 'one', '4')).toBe('<1><2a><3><4a>')
  })

  test.each(['agentAsTool', 'ChatflowTool'])('is kept where an agent runs it by %s', async (tool) => {
    const which = { selectedAgentflow: inner, selectedChatflow: inner }
    const settings = { name: 'note', description: 'Takes notes.', ...which }
    const agent = agentNode('agentAgentflow_0', 'agentAgentflow', {
      agentModel: 'chatOpenAI',
      agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
      agentTools: [
        { agentSelectedTool: tool, agentSelectedToolConfig: { agentSelectedTool: tool, ...settings } },
      ],
    })
    const outer = await makeFlow(caller, {
      nodes: [agentNode(start, 'startAgentflow', { startInputType: 'chatInput' }), agent],
      edges: [agentEdge(start, 'agentAgentflow_0')],
    })
    for (const question of ['1', '2']) {
      vendor.respondWith(
        { toolCalls: [{ id: 'call_1', name: 'note', input: { input: question } }] },
        { text: 'Noted.' },
        { text: 'Done.' },
      )
      await ask(outer, 'one', question)
    }
    const path = `/chatmessage/${inner}?chatId=one&order=ASC`
    const messages = await caller.expect<{ content: string }[]>(200, 'GET', path)
    expect(messages.map(({ content }) => content)).toEqual(['1', '<1>', '2', '<1><2>'])
  })

  test('goes by the session that the caller names', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'a', { sessionId: 'shared' }))
    expect(await ask(outer, 'one', '1')).toBe('<1a>')
    expect(await ask(outer, 'two', '2')).toBe('<1a><2a>')
  })

  test('is gone with the messages of the conversation', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'a'))
    await ask(outer, 'one', '1')
    await caller.expect(200, 'DELETE', `/chatmessage/${inner}?chatId=one`)
    expect(await ask(outer, 'one', '2')).toBe('<2a>')
  })

  test('begins anew each time where its start keeps none', async () => {
    const forgetful = await makeFlow(caller, countingFlow(vendor, credentialId, false))
    const outer = await makeFlow(caller, callingFlow(forgetful, 'a'))
    expect(await ask(outer, 'one', '1')).toBe('<1a>')
    expect(await ask(outer, 'one', '2')).toBe('<2a>')
  })

  test('is that of the start of the call though the process dies in it, and moves on once', async () => {
    const outer = await makeFlow(caller, callingFlow(inner, 'a'))
    await ask(outer, 'one', '1')
    const calls = vendor.callCount
    vendor.respondWith({ text: 'Nobody waits for this.', delayMs: 600_000 })
    const asked = ask(outer, 'one', '2').catch(() => undefined)
    await expect.poll(() => vendor.callCount, { timeout: 20_000 }).toBe(calls + 1)
    await program.kill()
    await program.start()
    caller = await program.signIn()
    await asked
    const answers = async () => {
      const path = `/chatmessage/${outer}?chatId=one&order=ASC`
      const messages = await caller.expect<{ role: string; content: string }[]>(200, 'GET', path)
      return messages.filter(({ role }) => role === 'apiMessage').map(({ content }) => content)
    }
    await expect.poll(answers, { timeout: 20_000 }).toEqual(['<1a>', '<1a><2a>'])
    expect(await ask(outer, 'one', '3')).toBe('<1a><2a><3a>')
  }, 60_000)
})
