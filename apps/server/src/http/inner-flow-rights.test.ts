import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, chainEdge, chainNode, replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** Start → the other flow. */
function flowAround(executeFlowSelectedFlow: string) {
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
        executeFlowSelectedFlow,
        executeFlowInput: 'x',
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'executeFlowAgentflow_0')],
  }
}

/** An agent that has the other flow as a tool. */
function flowWithTool(selectedChatflow: string) {
  const tool = { selectedChatflow, name: 'clock', description: 'tells the time', customInput: 'hello' }
  return {
    nodes: [
      chainNode('chatDemo_0', 'Model', {}),
      chainNode('bufferMemory_0', 'Memory', {}),
      chainNode('ChatflowTool_0', 'Clock', { ...tool, returnDirect: true }),
      chainNode('toolAgent_0', 'Agent', {}),
    ],
    edges: [
      chainEdge('chatDemo_0', 'toolAgent_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
      chainEdge('ChatflowTool_0', 'toolAgent_0', ['tools', 'Tool']),
    ],
  }
}

describe.each(databaseKinds)('a flow around another, on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let author: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ kind })
    administrator = await server.administrator()
    author = await server.withKey(['agentflows:update'])
  })
  afterAll(() => server.stop())

  const save = (id: string, flow: object, caller: TestCaller = author) =>
    caller.call('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(flow) })

  test('is not saved by somebody who may not run the inner one', async () => {
    const chat = await makeFlow(administrator, { nodes: [], edges: [] }, { type: 'CHATFLOW' })
    const id = await makeFlow(author, replyFlow())
    expect((await save(id, flowAround(chat))).status).toBe(403)
    const body = { name: 'x', type: 'AGENTFLOW', flowData: JSON.stringify(flowAround(chat)) }
    expect((await author.call('POST', '/chatflows', body)).status).toBe(403)
  })

  test('is not saved past the key of the inner one by somebody who may only see it', async () => {
    const { id: apikeyid } = await server.withKey(['tools:view'])
    const locked = await makeFlow(administrator, { nodes: [], edges: [] }, { type: 'CHATFLOW', apikeyid })
    const viewer = await server.withKey(['agentflows:update', 'chatflows:view'])
    const editor = await server.withKey(['agentflows:update', 'chatflows:update'])
    const id = await makeFlow(author, replyFlow())
    expect((await save(id, flowAround(locked), viewer)).status).toBe(401)
    expect((await save(id, flowAround(locked), editor)).status).toBe(200)
    expect((await save(id, flowAround(locked), author)).status).toBe(200)
  })

  test('may name what is open to its author, and ids that are no flows', async () => {
    const inner = await makeFlow(administrator, replyFlow())
    const id = await makeFlow(author, replyFlow())
    expect((await save(id, flowAround(inner))).status).toBe(200)
    expect((await save(id, flowAround(crypto.randomUUID()))).status).toBe(200)
  })

  test('runs no flow whose id is put together at the run: nobody was asked about that one', async () => {
    const { id: apikeyid } = await server.withKey(['tools:view'])
    const locked = await makeFlow(administrator, replyFlow('LOCKED'), { apikeyid })
    const drawer = await server.withKey(['chatflows:create', 'chatflows:update'])
    const body = { question: 'what time is it', chatId: locked, overrideConfig: { sessionId: locked } }
    const answerOf = async (id: string) =>
      (await server.anonymous().call('POST', `/prediction/${id}`, body)).text
    for (const reference of ['{{$flow.sessionId}}', '{{$flow.chatId}}', `${locked.slice(0, -1)}{{x}}`]) {
      const outer = await makeFlow(drawer, flowWithTool(reference), { type: 'CHATFLOW' })
      expect(await answerOf(outer), reference).not.toContain('LOCKED')
    }
    const allowed = await makeFlow(administrator, flowWithTool(locked), { type: 'CHATFLOW' })
    expect(await answerOf(allowed)).toContain('LOCKED')
  })
})
