import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { type OrderServer, startOrderServer } from './testing/order-server.ts'
import type { TestCaller } from './testing/test-caller.ts'

/** Orders twice, then is done; the second order is not answered. */
function play(messages: { role: string }[], orders: OrderServer): object {
  const turn = messages.filter(({ role }) => role === 'assistant').length
  if (turn === 0) return { toolCalls: [{ id: 'call_1', name: 'order_tea', input: { cups: 3 } }] }
  if (turn > 1) return { text: 'Done.' }
  orders.holdNext('POST')
  return { toolCalls: [{ id: 'call_2', name: 'order_tea', input: { cups: 4 } }] }
}

describe.each(databaseKinds)('a custom tool on %s', (kind) => {
  let vendor: FakeOpenAI
  let orders: OrderServer
  let program: KillableProgram
  let caller: TestCaller
  let flowId: string

  beforeAll(async () => {
    orders = await startOrderServer()
    vendor = await startFakeOpenAI({ respond: ({ body }) => play(body.messages ?? [], orders) })
    program = await startKillableProgram(kind, { egressAllow: [vendor.host, `code:${orders.host}`].join() })
    caller = await program.signIn()
    const { id } = await caller.expect<{ id: string }>(200, 'POST', '/tools', {
      name: 'order_tea',
      description: 'Orders tea.',
      schema: '[{"property":"cups","type":"number","required":true}]',
      func: `const answer = await fetch('${orders.origin}/tea/' + $cups, { method: 'POST' })\nreturn answer.json()`,
    })
    const config = { agentModel: 'chatOpenAI', ...openAIConfig(vendor, await makeCredential(caller)) }
    flowId = await makeFlow(caller, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode('agentAgentflow_0', 'agentAgentflow', {
          agentModel: 'chatOpenAI',
          agentModelConfig: config,
          agentTools: [{ agentSelectedTool: 'customTool', agentSelectedToolConfig: { selectedTool: id } }],
        }),
      ],
      edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
    })
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await Promise.all([vendor.close(), orders.close()])
  })

  test('whose code was cut by kill -9 is asked about, and what it finished is not called again', {
    timeout: 120_000,
  }, async () => {
    const path = `/internal-prediction/${flowId}`
    const asked = caller.call('POST', path, { question: 'Tea', chatId: 'c' }).catch(() => undefined)
    await expect.poll(() => orders.calls.length, { timeout: 20_000 }).toBe(2)
    await program.kill()
    await program.start()
    await asked
    caller = await program.signIn()
    const stopped = '/executions?kind=all&limit=100'
    const readStates = async () =>
      (await caller.expect<{ data: { state: string }[] }>(200, 'GET', stopped)).data.map(({ state }) => state)
    await expect.poll(readStates, { timeout: 20_000 }).toEqual(['STOPPED'])
    expect(orders.calls.map(({ url }) => url)).toEqual(['/tea/3', '/tea/4'])
    const body = { chatId: 'c', humanInput: { type: 'proceed' } }
    expect((await caller.expect<{ text: string }>(200, 'POST', path, body)).text).toBe('Done.')
    expect(orders.calls.map(({ url }) => url)).toEqual(['/tea/3', '/tea/4', '/tea/4'])
    expect(vendor.callCount).toBe(3)
  })
})
