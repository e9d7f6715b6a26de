import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, llmFlow } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import type { TestCaller } from './testing/test-caller.ts'

interface Message {
  role: string
  content: string
}

/** Says what it was asked so far, oldest first. */
function recall(messages: { role: string; content?: unknown }[] = []): string {
  const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  return `asked ${asked.join(', ')}`
}

function callingFlow(executeFlowSelectedFlow: string, overrides: object = {}) {
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
        executeFlowSelectedFlow,
        executeFlowInput: '{{question}}',
        executeFlowOverrideConfig: JSON.stringify(overrides),
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'executeFlowAgentflow_0')],
  }
}

describe.each(databaseKinds)('a conversation with a flow inside another on %s', (kind) => {
  let vendor: FakeOpenAI
  let program: KillableProgram
  let caller: TestCaller
  let inner: string
  let outer: string

  beforeAll(async () => {
    vendor = await startFakeOpenAI({
      respond: ({ body }) => ({ text: recall(body.messages as Message[]) }),
    })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
    caller = await program.signIn()
    inner = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller)))
    outer = await makeFlow(caller, callingFlow(inner))
  }, 60_000)

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
  const readMessages = async (chatId: string) => {
    const path = `/chatmessage/${inner}?chatId=${chatId}&order=ASC`
    const messages = await caller.expect<Message[]>(200, 'GET', path)
    return messages.map(({ role, content }) => [role, content])
  }

  test('goes on by the chat of the caller, and no other chat sees it', async () => {
    expect(await ask(outer, 'one', 'tea?')).toBe('asked tea?')
    expect(await ask(outer, 'one', 'milk?')).toBe('asked tea?, milk?')
    expect(await ask(outer, 'two', 'salt?')).toBe('asked salt?')
    expect(await readMessages('one')).toEqual([
      ['userMessage', 'tea?'],
      ['apiMessage', 'asked tea?'],
      ['userMessage', 'milk?'],
      ['apiMessage', 'asked tea?, milk?'],
    ])
  })

  test('goes by the session that the caller names', async () => {
    const named = await makeFlow(caller, callingFlow(inner, { sessionId: 'shared' }))
    expect(await ask(named, 'three', 'tea?')).toBe('asked tea?')
    expect(await ask(named, 'four', 'milk?')).toBe('asked tea?, milk?')
  })

  test('is written once though the process dies, and the run goes on with what it saw', async () => {
    await ask(outer, 'five', 'tea?')
    const calls = vendor.callCount
    vendor.respondWith({ text: 'Nobody waits for this.', delayMs: 600_000 })
    const asked = ask(outer, 'five', 'milk?').catch(() => undefined)
    await expect.poll(() => vendor.callCount, { timeout: 20_000 }).toBe(calls + 1)
    await caller.expect(200, 'DELETE', `/chatmessage/${inner}?chatId=five`)
    await program.kill()
    await program.start()
    caller = await program.signIn()
    await asked
    await expect
      .poll(() => readMessages('five'), { timeout: 20_000 })
      .toEqual([
        ['userMessage', 'milk?'],
        ['apiMessage', 'asked tea?, milk?'],
      ])
    expect(await ask(outer, 'five', 'salt?')).toBe('asked milk?, salt?')
  }, 60_000)
})
