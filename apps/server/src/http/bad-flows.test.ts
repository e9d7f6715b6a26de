import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, openAIConfig, type WireNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

/**
 * Flows that are drawn wrong, get what they cannot use, or never end. Each says at which node and why, comes to a final
 * state, and holds up nobody else. Servers of tools that lie or change are in `mcp-tools.test.ts` and the tests of the
 * drivers.
 */

let scene: VendorServer
let silent: Server
let neighbour: string

beforeAll(async () => {
  // Takes requests and answers none.
  silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  scene = await startVendorServer({ env: { EGRESS_ALLOW: silentHost() } })
  neighbour = await save([start(), reply('Still here.')], [['start', 'reply']])
})

afterAll(async () => {
  await scene.stop()
  silent.closeAllConnections()
  silent.close()
})

const silentHost = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`

/** A node whose id is also its label, so that a message that names it can be told. */
function node(id: string, type: string, inputs: Record<string, unknown> = {}): WireNode {
  const made = agentNode(id, type, inputs)
  return { ...made, data: { ...made.data, label: id } }
}
const start = () => node('start', 'startAgentflow', { startInputType: 'chatInput' })
const reply = (directReplyMessage: string) => node('reply', 'directReplyAgentflow', { directReplyMessage })
const model = () => ({ model: 'chatOpenAI', config: openAIConfig(scene.vendor, scene.credentialId) })
const code = (id: string, customFunctionJavascriptFunction: string, more: Record<string, unknown> = {}) =>
  node(id, 'customFunctionAgentflow', { customFunctionJavascriptFunction, ...more })

function llm(more: Record<string, unknown>) {
  const { model: name, config } = model()
  return node('writer', 'llmAgentflow', {
    llmModel: name,
    llmModelConfig: { llmModel: name, ...config },
    ...more,
  })
}

/** An agent with one tool, given a second for each of its tries. */
function agentWith(tool: string, settings: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { model: name, config } = model()
  return node('clerk', 'agentAgentflow', {
    agentModel: name,
    agentModelConfig: { agentModel: name, ...config },
    agentTools: [
      { agentSelectedTool: tool, agentSelectedToolConfig: { agentSelectedTool: tool, ...settings } },
    ],
    ...more,
  })
}

function save(nodes: WireNode[], edges: [string, string][]) {
  return makeFlow(scene.administrator, { nodes, edges: edges.map(([from, to]) => agentEdge(from, to)) })
}

interface Answer {
  text?: string
  message?: string
}
const ask = (id: string) =>
  scene.administrator.call<Answer>('POST', `/internal-prediction/${id}`, { question: 'Hello?' })

/** The states of the runs of a flow. */
async function readStates(id: string): Promise<string[]> {
  const { data } = await scene.administrator.expect<{ data: { state: string }[] }>(
    200,
    'GET',
    `/executions?agentflowId=${id}&kind=all`,
  )
  return data.map(({ state }) => state)
}

/** Runs a flow, and another one beside it, which must be answered whatever becomes of the first. */
async function runBeside(nodes: WireNode[], edges: [string, string][] = [['start', nodes[1]?.id ?? '']]) {
  const id = await save(nodes, edges)
  const asked = ask(id)
  const [other, { status, body }] = await Promise.all([ask(neighbour), asked])
  expect(other).toMatchObject({ status: 200, body: { text: 'Still here.' } })
  return { id, status, body, states: await readStates(id) }
}

/** It fails in words that have all of these, and its run has ended. */
async function expectFault(nodes: WireNode[], words: string[], edges?: [string, string][]) {
  const { status, body, states } = await runBeside(nodes, edges)
  for (const word of words) expect(body.message).toContain(word)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(states.filter((state) => state !== 'ERROR' && state !== 'TIMEOUT')).toEqual([])
}

describe('a graph that cannot be run', () => {
  test.each<[string, () => WireNode[], { edges: [string, string][]; words: string[] }]>([
    [
      'steps in a ring without a loop',
      () => [start(), code('one', 'return 1'), code('two', 'return 2')],
      {
        edges: [
          ['start', 'one'],
          ['one', 'two'],
          ['two', 'one'],
        ],
        words: ['lead back to themselves', '"one", "two"'],
      },
    ],
    [
      'a node of no known type',
      () => [start(), node('odd', 'inventedAgentflow')],
      { edges: [['start', 'odd']], words: ['"odd"', 'inventedAgentflow'] },
    ],
    [
      'an edge into nothing',
      () => [start(), reply('x')],
      { edges: [['start', 'nowhere']], words: ['"nowhere"', 'not there'] },
    ],
    ['no start', () => [reply('x')], { edges: [], words: ['no Start node'] }],
    [
      'two starts',
      () => [start(), { ...start(), id: 'again', data: { ...start().data, id: 'again' } }, reply('x')],
      { edges: [['start', 'reply']], words: ['Multiple starting nodes'] },
    ],
    [
      'a start of no kind',
      () => [node('start', 'startAgentflow'), reply('x')],
      { edges: [['start', 'reply']], words: ['Start input type not found'] },
    ],
    [
      'a loop to a node that is gone',
      () => [start(), node('back', 'loopAgentflow', { loopBackToNode: 'gone-Gone', maxLoopCount: 3 })],
      { edges: [['start', 'back']], words: ['"back" jumps back to "gone"'] },
    ],
    [
      'a list with nothing inside',
      () => [start(), node('each', 'iterationAgentflow', { iterationInput: '[1]' })],
      { edges: [['start', 'each']], words: ['"each" has no nodes inside'] },
    ],
  ])('%s', async (_what, nodes, { edges, words }) => {
    await expectFault(nodes(), words, edges)
  })
})

describe('values that cannot be used', () => {
  test.each<[string, () => WireNode, string[]]>([
    [
      'a list that is none',
      () => node('each', 'iterationAgentflow', { iterationInput: '{"a":' }),
      ['Invalid input array', 'each'],
    ],
    [
      'a number that is none',
      () => node('each', 'iterationAgentflow', { iterationInput: '[1]', iterationConcurrency: 'all' }),
      ['“Items at Once”', 'each'],
    ],
    [
      'an address that is none',
      () => node('call', 'httpAgentflow', { url: 'shop/orders' }),
      ['call', 'shop/orders'],
    ],
    [
      'a flow that is not there',
      () => node('other', 'executeFlowAgentflow', { executeFlowSelectedFlow: crypto.randomUUID() }),
      ['other: Chatflow ', 'not found'],
    ],
    ['no flow', () => node('other', 'executeFlowAgentflow'), ['other has no flow']],
    ['no model', () => node('writer', 'llmAgentflow'), ['writer has no model']],
    ['no tool', () => node('hand', 'toolAgentflow'), ['hand has no tool']],
    ['nowhere to look', () => node('shelf', 'retrieverAgentflow'), ['shelf has nowhere to look']],
    [
      'no scenario',
      () =>
        node('judge', 'conditionAgentAgentflow', {
          conditionAgentModel: 'chatOpenAI',
          conditionAgentModelConfig: { conditionAgentModel: 'chatOpenAI', ...model().config },
          conditionAgentScenarios: 'none',
        }),
      ['judge', 'no scenario'],
    ],
    [
      'a schema that is no JSON',
      () => llm({ llmStructuredOutput: [{ key: 'people', type: 'jsonArray', jsonSchema: '{"name":' }] }),
      ['writer: ', 'people', 'JSON schema cannot be read'],
    ],
    [
      'a choice of nothing',
      () => llm({ llmStructuredOutput: [{ key: 'mood', type: 'enum', enumValues: ' , ' }] }),
      ['writer: ', 'mood', 'enum without values'],
    ],
  ])('%s', async (_what, bad, words) => {
    await expectFault([start(), bad()], words)
  })

  test('a pattern that is none, and rows that are no list: the last branch is taken', async () => {
    for (const conditions of [
      [{ type: 'string', value1: 'abc', operation: 'regex', value2: '([' }],
      'no list',
      [{ type: 'number', value1: 'many', operation: 'larger', value2: 'few' }],
    ]) {
      const nodes = [start(), node('way', 'conditionAgentflow', { conditions }), reply('Else.')]
      const last = Array.isArray(conditions) ? conditions.length : 0
      const id = await makeFlow(scene.administrator, {
        nodes,
        edges: [agentEdge('start', 'way'), agentEdge('way', 'reply', last)],
      })
      expect(await ask(id)).toMatchObject({ status: 200, body: { text: 'Else.' } })
      expect(await readStates(id)).toEqual(['FINISHED'])
    }
  })

  test('a pattern that would be tried for hours ends with its step, and holds up nobody', async () => {
    const conditions = [
      { type: 'string', value1: `${'a'.repeat(60)}b`, operation: 'regex', value2: '^(a+)+$' },
    ]
    await expectFault(
      [start(), node('way', 'conditionAgentflow', { conditions, timeLimitSeconds: 1 })],
      ['way', '1 seconds'],
    )
  })

  test('references to nothing stay text', async () => {
    const id = await save(
      [start(), reply('{{nobody_0}} and [{{$flow.state.nothing}}]')],
      [['start', 'reply']],
    )
    const { status, body } = await ask(id)
    expect(status).toBe(200)
    expect(body.text).toMatch(/^.*nobody_0.* and \[/)
  })

  test('a schema that no model fills fails with the key that does not fit, and its step may be passed over', async () => {
    const rows = { llmStructuredOutput: [{ key: 'age', type: 'number' }] }
    for (const text of ['Not a word of JSON.', '{"age":"old"}', '{}', '[]']) {
      scene.vendor.respondWith({ text })
      await expectFault([start(), llm(rows)], ['writer: '])
    }
    scene.vendor.respondWith({ text: '{"age":"old"}' })
    const passed = { ...rows, onError: 'goOn', errorFallback: 'Nobody knows.' }
    const { body } = await runBeside([start(), llm(passed)])
    expect(body.text).toBe('Nobody knows.')
  })
})

describe('lists', () => {
  const inside = () => ({ ...code('item', 'return String($input).length'), parentNode: 'each' })
  const each = (iterationInput: unknown, more = {}) =>
    node('each', 'iterationAgentflow', { iterationInput, ...more })

  test('an empty one runs nothing and ends well', async () => {
    const { status, states } = await runBeside([start(), each('[]'), inside()])
    expect([status, states]).toEqual([200, ['FINISHED']])
  })

  test('a huge one ends at the limit of steps, at once or one by one', async () => {
    const huge = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => index))
    const quick = { ...node('item', 'conditionAgentflow', { conditions: [] }), parentNode: 'each' }
    await expectFault([start(), each(huge), quick], ['Maximum iteration limit'])
    await expectFault([start(), each(huge, { iterationConcurrency: 10 }), quick], ['Maximum iteration limit'])
  })

  test('one that code gives grows no further than it may', async () => {
    const grow = 'const all = []; for (;;) all.push("x".repeat(1e6))'
    await expectFault([start(), code('grow', grow)], ['grow: ', '64 MB of memory'])
  })
})

describe('what would never end', () => {
  test('a loop that is told to run for ever', async () => {
    const nodes = [
      start(),
      node('again', 'conditionAgentflow', { conditions: [] }),
      node('back', 'loopAgentflow', { loopBackToNode: 'again-again', maxLoopCount: 1e12 }),
    ]
    const id = await makeFlow(scene.administrator, {
      nodes,
      edges: [agentEdge('start', 'again'), agentEdge('again', 'back', 0)],
    })
    const { body } = await ask(id)
    expect(body.message).toContain('Maximum iteration limit')
    expect(await readStates(id)).toEqual(['ERROR'])
  })

  test('code without an end, and code that calls itself, end with their step', async () => {
    await expectFault([start(), code('spin', 'for (;;);', { timeLimitSeconds: 1 })], ['spin', '1 seconds'])
    await expectFault(
      [start(), code('deep', 'const f = () => f() + 1; return f()')],
      ['deep: ', 'calls itself too deeply'],
    )
  })

  test('flows that run each other', async () => {
    const first = await save([start()], [])
    const second = await save(
      [
        start(),
        node('there', 'executeFlowAgentflow', { executeFlowSelectedFlow: first, executeFlowInput: 'x' }),
      ],
      [['start', 'there']],
    )
    const nodes = [
      start(),
      node('here', 'executeFlowAgentflow', { executeFlowSelectedFlow: second, executeFlowInput: 'x' }),
    ]
    const flowData = JSON.stringify({ nodes, edges: [agentEdge('start', 'here')] })
    await scene.administrator.expect(200, 'PUT', `/chatflows/${first}`, { flowData })
    const { body } = await ask(first)
    expect(body.message).toMatch(/would be flow number 11 inside each other/)
    expect(body.message).toMatch(/"(here|there)"/)
    expect(await readStates(first)).toEqual(['ERROR'])
  })

  test('a server that does not answer, asked by a step, by a tool of an agent and by a flow inside a tool', async () => {
    const url = `http://${silentHost()}/`
    const limit = { timeLimitSeconds: 1 }
    await expectFault([start(), node('call', 'httpAgentflow', { url, ...limit })], ['"call" took longer'])
    scene.vendor.respondWith({ toolCalls: [{ id: 'c', name: 'requests_get', input: {} }] })
    await expectFault(
      [start(), agentWith('requestsGet', { requestsGetUrl: url }, limit)],
      ['"clerk" took longer'],
    )
    const inner = await save([start(), node('call', 'httpAgentflow', { url })], [['start', 'call']])
    scene.vendor.respondWith({ toolCalls: [{ id: 'c', name: 'slow', input: { input: 'x' } }] })
    const tool = { selectedAgentflow: inner, name: 'slow', description: 'Slow.' }
    await expectFault([start(), agentWith('agentAsTool', tool, limit)], ['"clerk" took longer'])
  })

  test('an agent that always wants its tool once more', async () => {
    for (let round = 0; round < 4; round += 1)
      scene.vendor.respondWith({
        toolCalls: [{ id: `c${round}`, name: 'calculator', input: { input: '1+1' } }],
      })
    const { status, body, states } = await runBeside([
      start(),
      agentWith('calculator', {}, { agentMaxIterations: 4 }),
    ])
    expect([status, states]).toEqual([200, ['FINISHED']])
    expect(body.text).toContain('limit of 4 model calls')
  })
})
