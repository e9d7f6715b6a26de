import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeFlow } from './testing/make-flow.ts'
import { type OrderServer, startOrderServer } from './testing/order-server.ts'
import type { TestCaller } from './testing/test-caller.ts'

const VALUE = 'sk-secret-of-the-tea-house'

const start = () => agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
const get = (url: string) => agentNode('httpAgentflow_0', 'httpAgentflow', { method: 'GET', url })

describe.each(databaseKinds)('a run with a secret variable on %s', (kind) => {
  let orders: OrderServer
  let program: KillableProgram
  let caller: TestCaller

  beforeAll(async () => {
    orders = await startOrderServer()
    program = await startKillableProgram(kind, { egressAllow: orders.host })
    caller = await program.signIn()
    const body = { name: 'teaKey', type: 'secret', value: VALUE, hosts: [orders.host] }
    await caller.expect(200, 'POST', '/variables', body)
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await orders.close()
  })

  test('goes on after kill -9, also inside a flow that it runs, and sends the value by the marks of before', {
    timeout: 120_000,
  }, async () => {
    const inner = await makeFlow(caller, {
      nodes: [start(), get(`${orders.origin}/inner?key={{$vars.teaKey}}`)],
      edges: [agentEdge('startAgentflow_0', 'httpAgentflow_0')],
    })
    const [runInner, after] = ['executeFlowAgentflow_0', 'httpAgentflow_0'] as const
    const flowId = await makeFlow(caller, {
      nodes: [
        start(),
        agentNode(runInner, 'executeFlowAgentflow', {
          executeFlowSelectedFlow: inner,
          executeFlowInput: 'x',
        }),
        get(`${orders.origin}/after?key={{$vars.teaKey}}`),
      ],
      edges: [agentEdge('startAgentflow_0', runInner), agentEdge(runInner, after)],
    })
    orders.holdNext('GET')
    const asked = caller
      .call('POST', `/internal-prediction/${flowId}`, { question: 'Tea', chatId: 'c' })
      .catch(() => undefined)
    await expect.poll(() => orders.calls.length, { timeout: 20_000 }).toBe(1)
    await program.kill()
    await program.start()
    await asked
    caller = await program.signIn()
    const readStates = async () =>
      (
        await caller.expect<{ data: { state: string }[] }>(200, 'GET', '/executions?kind=all&limit=100')
      ).data.map(({ state }) => state)
    await expect.poll(readStates, { timeout: 20_000 }).toEqual(['FINISHED'])
    const asks = (path: string) => `/${path}?key=${VALUE}`
    expect(orders.calls.map(({ url }) => url)).toEqual(['inner', 'inner', 'after'].map(asks))
  })
})
