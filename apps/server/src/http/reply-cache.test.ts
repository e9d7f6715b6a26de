import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatAgentFlow } from '../testing/chat-agent-flows.ts'
import { chainEdge, chainNode, chatFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})
beforeEach(() => {
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

type Flow = ReturnType<typeof chatFlow>

const make = ({ nodes, edges }: Flow) =>
  makeFlow(
    scene.administrator,
    {
      nodes: [...nodes, chainNode('inMemoryCache_0', 'Cache', {})],
      edges: [...edges, chainEdge('inMemoryCache_0', 'chatOpenAI_0', ['cache', 'BaseCache'])],
    },
    { type: 'CHATFLOW' },
  )

async function ask(flowId: string, question: string, more: object = {}) {
  const response = await scene.server.anonymous().open('POST', `/prediction/${flowId}`, { question, ...more })
  expect(response.status).toBe(200)
  return response
}

const textOf = async (response: Response) => ((await response.json()) as { text: string }).text

test('a flow with a cache asks its model once for the same, and each flow for itself', async () => {
  const [one, other] = [
    await make(chatFlow(scene.vendor, scene.credentialId)),
    await make(chatFlow(scene.vendor, scene.credentialId)),
  ]
  scene.vendor.respondWith({ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' })
  expect(await textOf(await ask(one, 'Hello'))).toBe('First.')
  expect(await textOf(await ask(one, 'Hello'))).toBe('First.')
  expect(await textOf(await ask(one, 'Hello!'))).toBe('Second.')
  expect(await textOf(await ask(other, 'Hello'))).toBe('Third.')
  expect(scene.vendor.requests).toHaveLength(3)
})

test('a kept answer is streamed too', async () => {
  const flowId = await make(chatFlow(scene.vendor, scene.credentialId))
  const tokensOf = async () =>
    (await (await ask(flowId, 'Hello again', { streaming: true })).text())
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => JSON.parse(frame.split('\ndata:')[1] ?? '') as { event: string; data: unknown })
      .flatMap(({ event, data }) => (event === 'token' ? [data] : []))
      .join('')
  expect(await tokensOf()).toBe('Echo: Hello again')
  expect(await tokensOf()).toBe('Echo: Hello again')
  expect(scene.vendor.requests).toHaveLength(1)
})

test('an agent that is asked the same again calls its tools, and its model not at all', async () => {
  const tools = [chainNode('calculator_0', 'Calculator', {})]
  const flowId = await make(chatAgentFlow(scene, { agent: 'toolAgent', tools }))
  const toolCalls = [{ id: 'call_1', name: 'calculator', input: { input: '6 * 7' } }]
  scene.vendor.respondWith({ toolCalls }, { text: 'It is 42.' })
  for (let round = 0; round < 2; round++)
    expect(await (await ask(flowId, 'What is 6 times 7?')).json()).toMatchObject({
      text: 'It is 42.',
      usedTools: [{ tool: 'calculator', toolOutput: '42' }],
    })
  expect(scene.vendor.requests).toHaveLength(2)
})

test('what the vendor refused is not kept', async () => {
  const flowId = await make(chatFlow(scene.vendor, scene.credentialId))
  scene.vendor.respondWith({ status: 400, message: 'Too many words' })
  const refused = await scene.server.anonymous().open('POST', `/prediction/${flowId}`, { question: 'Why?' })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await textOf(await ask(flowId, 'Why?'))).toBe('Echo: Why?')
})
