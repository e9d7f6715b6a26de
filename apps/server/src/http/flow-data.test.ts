import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, replyFlow } from '../testing/example-flows.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

interface Saved {
  id: string
  flowData: string
  problems: { code: string; nodeId?: string; severity?: string }[]
}

interface WireFlow {
  nodes: { id: string; data: { inputs: Record<string, unknown> } }[]
  edges: { source: string; target: string }[]
}

let server: TestServer
let caller: TestCaller

beforeAll(async () => {
  server = await startTestServer()
  caller = await server.administrator()
})

afterAll(() => server.stop())

const create = (flowData: unknown, rest: object = {}) =>
  caller.call<Saved & { code: string; message: string }>('POST', '/chatflows', {
    name: 'x',
    type: 'AGENTFLOW',
    flowData,
    ...rest,
  })

const count = async () => (await caller.call('GET', '/chatflows?view=summary')).headers.get('x-total-count')

describe('flowData', () => {
  const flow = replyFlow('Hello {{question}}')

  test.each([
    ['plain', JSON.stringify(flow)],
    ['with a viewport', JSON.stringify({ ...flow, viewport: { x: 0, y: 0, zoom: 0.5 } })],
    ['with a byte order mark', `\uFEFF${JSON.stringify(flow)}`],
    ['pretty', JSON.stringify(flow, null, 2)],
    ['inside a record, as text', JSON.stringify({ name: 'n', flowData: JSON.stringify(flow) })],
    ['inside a record, as an object', JSON.stringify({ name: 'n', flowData: flow })],
  ])('is taken %s and comes back the same in values and edges', async (_name, text) => {
    const { body, status } = await create(text)
    expect(status).toBe(200)
    const back = JSON.parse(
      (await caller.expect<Saved>(200, 'GET', `/chatflows/${body.id}`)).flowData,
    ) as WireFlow
    expect(back.nodes.map(({ id }) => id)).toEqual(flow.nodes.map(({ id }) => id))
    for (const [index, node] of flow.nodes.entries())
      expect(back.nodes[index]?.data.inputs).toMatchObject(node.data.inputs as object)
    expect(back.edges.map(({ source, target }) => [source, target])).toEqual(
      flow.edges.map(({ source, target }) => [source, target]),
    )
  })

  test('saved twice stays the same text', async () => {
    const { body } = await create(JSON.stringify(flow))
    const again = await caller.expect<Saved>(200, 'PUT', `/chatflows/${body.id}`, { flowData: body.flowData })
    expect(again.flowData).toBe(body.flowData)
  })

  test('may be left out: an empty flow', async () => {
    const { body } = await create(undefined)
    expect(JSON.parse(body.flowData)).toMatchObject({ nodes: [], edges: [] })
  })
})

describe('a flow is refused, and nothing is kept,', () => {
  test.each([
    ['as an object', replyFlow(), 'invalid_input', /flowData/],
    ['as no JSON', '{"nodes": [\n  {"id": ]}', 'invalid_json', /line 2, column/],
    ['cut short', '{"nodes": [', 'invalid_json', /line 1, column/],
    ['with a key twice', '{"nodes":[],"\\u006eodes":[]}', 'invalid_json', /"nodes" twice .* column 13/],
    ['as a number', '5', 'invalid_flow', /./],
    ['as a list', '[]', 'invalid_flow', /./],
    ['with nodes of no list', '{"nodes": 5, "edges": []}', 'invalid_flow', /nodes/],
    ['with a node of no object', '{"nodes": [5], "edges": []}', 'invalid_flow', /nodes/],
  ])('%s', async (...[, flowData, code, message]) => {
    const before = await count()
    const answer = await create(flowData)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe(code)
    expect(answer.body.message).toMatch(message)
    expect(await count()).toBe(before)
  })

  test('with settings that name a key twice', async () => {
    const apiConfig = '{"rateLimit":{"limitMax":1,"limit\\u004dax":9}}'
    const answer = await create(JSON.stringify(replyFlow()), { apiConfig })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.message).toMatch(/^Invalid apiConfig: .*"limitMax" twice/)
  })

  test('in both forms at once', async () => {
    const answer = await create(JSON.stringify(replyFlow()), { document: { nodes: [], edges: [] } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('with 100,000 nodes, while others are answered', async () => {
    const node = agentNode('a_0', 'llmAgentflow')
    const nodes = Array.from({ length: 100_000 }, (_, index) => ({
      ...node,
      id: `a_${index}`,
      data: { ...node.data, id: `a_${index}` },
    }))
    const refused = create(JSON.stringify({ nodes, edges: [] }))
    expect((await caller.call('GET', '/ping')).status).toBe(200)
    const answer = await refused
    expect(answer.status).toBe(413)
    expect(answer.body.message.length).toBeLessThan(2_000)
  })

  test('nested 10,000 deep', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const answer = await create(`{"nodes":[],"edges":[],"x":${deep}}`)
    expect(answer.status).toBe(400)
    const values = await create(
      `{"nodes":[{"id":"a_0","data":{"id":"a_0","name":"x","inputs":{"x":${deep}}}}],"edges":[]}`,
    )
    expect(values.status).toBe(400)
  })
})

describe('a flow is saved with its problems', () => {
  const start = agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
  const reply = (id: string) => agentNode(id, 'directReplyAgentflow', { directReplyMessage: id })

  test.each([
    [
      'a cycle',
      {
        nodes: [start, reply('directReplyAgentflow_0'), reply('directReplyAgentflow_1')],
        edges: [
          agentEdge('startAgentflow_0', 'directReplyAgentflow_0'),
          agentEdge('directReplyAgentflow_0', 'directReplyAgentflow_1'),
          agentEdge('directReplyAgentflow_1', 'directReplyAgentflow_0'),
        ],
      },
    ],
    ['a dangling edge', { nodes: [start], edges: [agentEdge('startAgentflow_0', 'directReplyAgentflow_9')] }],
    [
      'an unknown type',
      {
        nodes: [start, agentNode('mysteryAgentflow_0', 'mysteryAgentflow', { a: 1 })],
        edges: [agentEdge('startAgentflow_0', 'mysteryAgentflow_0')],
      },
    ],
  ])('with %s, and its run is refused', async (_name, flow) => {
    const { status, body } = await create(JSON.stringify(flow))
    expect(status).toBe(200)
    expect(body.problems.length).toBeGreaterThan(0)
    const rows = await caller.expect<object[]>(200, 'GET', `/validation/${body.id}`)
    expect(rows.length).toBeGreaterThan(0)
    const run = await caller.call<{ code: string; message: string }>('POST', `/prediction/${body.id}`, {
      question: 'x',
    })
    expect(run.status).toBe(400)
    expect(run.body.message).toMatch(/directReplyAgentflow|mysteryAgentflow/)
  })

  test('with values of an unknown type kept whole', async () => {
    const inputs = { a: 1, b: { c: [null, 'x'] } }
    const { body } = await create(
      JSON.stringify({
        nodes: [start, agentNode('mysteryAgentflow_0', 'mysteryAgentflow', inputs)],
        edges: [],
      }),
    )
    const back = JSON.parse(body.flowData) as WireFlow
    expect(back.nodes[1]?.data.inputs).toEqual(inputs)
  })
})

test('inputs come back word for word: in their order, and with nothing added', async () => {
  const inputs = { temperature: '0.3', modelName: 'gpt-4o', unknown: { b: 1, a: [null, ''] } }
  const node = (name: string, own: object) => ({
    id: `${name}_0`,
    position: { x: 1, y: 2 },
    data: { id: `${name}_0`, name, label: name, version: 1, inputs: own, outputs: {} },
  })
  const wire = {
    nodes: [node('chatOpenAI', inputs), node('llmChain', { prompt: '', chainName: 'x' })],
    edges: [],
  }
  const { body } = await create(JSON.stringify(wire), { type: 'CHATFLOW' })
  const { flowData } = await caller.expect<Saved>(200, 'GET', `/chatflows/${body.id}`)
  const back = (JSON.parse(flowData) as WireFlow).nodes.map(({ data }) => JSON.stringify(data.inputs))
  expect(back).toEqual(wire.nodes.map(({ data }) => JSON.stringify(data.inputs)))
})

describe('the repairs of an import', () => {
  interface Opened {
    document: object
    repairs: { code: string; nodeId?: string }[]
  }
  const flow = {
    nodes: [{ id: 'calculator_0', data: { name: 'calculator', inputs: {} } }],
    edges: [{ id: 'e', source: 'calculator_0', target: 'gone_0' }],
  }
  const open = (id: string) => caller.expect<Opened>(200, 'GET', `/chatflows/${id}?view=document`)
  const codes = async (id: string) => (await open(id)).repairs.map(({ code }) => code)

  test('stay with the flow until its next version', async () => {
    const { body } = await create(JSON.stringify(flow), { type: 'CHATFLOW' })
    const { document, repairs } = await open(body.id)
    expect(repairs).toContainEqual(
      expect.objectContaining({ code: 'node_missing_version', nodeId: 'calculator_0' }),
    )
    await caller.expect(200, 'PUT', `/chatflows/${body.id}`, { name: 'Renamed' })
    expect(await codes(body.id)).toEqual(repairs.map(({ code }) => code))
    await caller.expect(200, 'PUT', `/chatflows/${body.id}`, { document })
    expect(await codes(body.id)).toEqual([])
    const flowData = JSON.stringify(flow)
    await caller.expect(200, 'PUT', `/chatflows/${body.id}`, { flowData })
    expect(await codes(body.id)).toEqual(repairs.map(({ code }) => code))
    const { flowData: own } = await caller.expect<Saved>(200, 'GET', `/chatflows/${body.id}`)
    await caller.expect(200, 'PUT', `/chatflows/${body.id}`, { flowData: own })
    expect(await codes(body.id)).not.toContain('node_missing_position')
  })

  test('are dismissed by those who may edit the flow', async () => {
    const { body } = await create(JSON.stringify(flow), { type: 'CHATFLOW' })
    await server.anonymous().expect(401, 'DELETE', `/chatflows/${body.id}/repairs`)
    expect(await codes(body.id)).not.toEqual([])
    const path = `/chatflows/${body.id}/repairs`
    expect(await caller.expect(200, 'DELETE', path)).toEqual({ raw: [], affected: 1 })
    expect(await codes(body.id)).toEqual([])
    expect(await caller.expect(200, 'DELETE', path)).toEqual({ raw: [], affected: 0 })
  })

  test('name what the validation of the flow names as well only once', async () => {
    const { body } = await create(JSON.stringify(flow), { type: 'CHATFLOW' })
    const dangling = body.problems.filter(({ code }) => code === 'edge_dangling')
    expect(dangling).toMatchObject([{ severity: 'error' }])
    expect(await codes(body.id)).not.toContain('edge_dangling')
  })
})
