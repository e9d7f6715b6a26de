import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chiefFlow } from './testing/approval-flows.ts'
import { chatAgentFlow, FAKE_AGENTS } from './testing/chat-agent-flows.ts'
import { chainNode } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { type OrderServer, startOrderServer } from './testing/order-server.ts'
import type { TestCaller } from './testing/test-caller.ts'

interface Answer {
  text: string
  questions?: { waitId: string; action: { data: { input: unknown } } }[]
}

const AGENTS = Object.entries(FAKE_AGENTS)

/** Orders by a POST, asks the chief by a flow that waits, then says whether it was told what both gave. */
function play(messages: { role: string; content?: unknown }[]): object | undefined {
  const told = JSON.stringify(messages)
  const [, facts] = AGENTS.find(([agent]) => told.includes(`Order by ${agent}.`)) ?? []
  const speech = facts?.speech
  const turn = messages.filter(({ role }) => role === 'assistant').length
  if (turn === 0) return speech?.asks('requests_post', { body: { count: 3 } })
  if (turn === 1) return speech?.asks('ask_the_chief', { input: 'spend 4?' })
  return speech?.answers(told.includes('order ') && told.includes('The chief agrees') ? 'Done.' : 'Lost.')
}

describe.each(databaseKinds)('agents of chat flows on %s', (kind) => {
  const flowIds = new Map<string, string>()
  let vendor: FakeOpenAI
  let orders: OrderServer
  let program: KillableProgram
  let caller: TestCaller

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ respond: ({ body }) => play(body.messages ?? []) })
    orders = await startOrderServer()
    program = await startKillableProgram(kind, { egressAllow: [vendor.host, orders.host].join() })
    caller = await program.signIn()
    const credentialId = await makeCredential(caller)
    const chief = {
      selectedChatflow: await makeFlow(caller, chiefFlow()),
      name: 'ask_the_chief',
      description: 'Asks the chief for leave.',
    }
    for (const [agent] of AGENTS) {
      const tools = [
        chainNode('requestsPost_0', 'Order', { requestsPostUrl: `${orders.origin}/${agent}` }),
        chainNode('ChatflowTool_0', 'Chief', chief),
      ]
      const flow = chatAgentFlow({ vendor, credentialId }, { agent, tools })
      flowIds.set(agent, await makeFlow(caller, flow, { type: 'CHATFLOW' }))
    }
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await Promise.all([vendor.close(), orders.close()])
  })

  async function restart(): Promise<void> {
    await program.kill()
    await program.start()
    caller = await program.signIn()
  }

  const say = (agent: string, body: object) =>
    caller.call<Answer>('POST', `/internal-prediction/${flowIds.get(agent)}`, { chatId: agent, ...body })

  async function readStates(): Promise<string[]> {
    const path = '/executions?kind=all&limit=100'
    const { data } = await caller.expect<{ data: { state: string; sessionId: string }[] }>(200, 'GET', path)
    return data.filter(({ sessionId }) => flowIds.has(sessionId)).map(({ state }) => state)
  }

  const ordersOf = (agent: string) => orders.calls.filter(({ url }) => url === `/${agent}`).length

  test('ask before they order again after kill -9, wait for a person, and ask their models nothing twice', {
    timeout: 120_000,
  }, async () => {
    const asked: Promise<unknown>[] = []
    for (const [agent] of AGENTS) {
      orders.holdNext('POST')
      asked.push(say(agent, { question: `Order by ${agent}.` }).catch(() => undefined))
      await expect.poll(() => ordersOf(agent), { timeout: 20_000 }).toBe(1)
    }
    await restart()
    await Promise.all(asked)
    await expect.poll(readStates, { timeout: 20_000 }).toEqual(AGENTS.map(() => 'STOPPED'))
    expect(orders.calls).toHaveLength(AGENTS.length)
    for (const [agent] of AGENTS) {
      const { body } = await say(agent, { humanInput: { type: 'proceed' } })
      expect(body.questions?.[0]?.action.data.input).toMatchObject({
        description: expect.stringContaining('May we: spend 4?'),
      })
      expect(ordersOf(agent)).toBe(2)
    }
    await restart()
    for (const [agent] of AGENTS) {
      const { status, body } = await say(agent, { humanInput: { type: 'proceed', feedback: 'If you must.' } })
      expect([agent, status, body.text]).toEqual([agent, 200, 'Done.'])
    }
    expect([orders.calls.length, vendor.callCount]).toEqual([AGENTS.length * 2, AGENTS.length * 3])
  })
})
