import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, chatFlow, llmFlow, promptFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})

beforeEach(() => {
  scene.vendor.requests.length = 0
})

afterAll(() => scene.stop())

/** Settings that enable params of nodes by their label. */
function enable(nodes: Record<string, string[]>): string {
  const entries = Object.entries(nodes).map(([label, names]) => [
    label,
    names.map((name) => ({ label: name, name, type: 'string', enabled: true })),
  ])
  return JSON.stringify({ overrideConfig: { status: true, nodes: Object.fromEntries(entries) } })
}

async function ask(flowId: string, overrideConfig: object) {
  const answer = await scene.server
    .anonymous()
    .call<{ text: string }>('POST', `/prediction/${flowId}`, { question: 'Hi', overrideConfig })
  expect(answer.status).toBe(200)
  return {
    text: answer.body.text,
    messages: scene.vendor.requests.at(-1)?.body.messages,
    ignored: answer.headers.get('x-ignored-fields'),
  }
}

/** Start with state → Direct Reply that says it. */
function stateFlow(inputs: object, reply = '{{$flow.state.a}} {{$flow.state.b}}') {
  const startState = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ]
  const start = { startInputType: 'chatInput', startState, ...inputs }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', start, 'Start'),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: reply }, 'Reply'),
    ],
    edges: [agentEdge('startAgentflow_0', 'directReplyAgentflow_0')],
  }
}

describe('the flow state of a call', () => {
  test.each([
    ['an object', { a: '9' }],
    ['rows', [{ key: 'a', value: '9' }]],
    ['a map by node', { startAgentflow_0: { a: '9' } }],
  ])('is laid over the declared one, given as %s, whether it persists or not', async (_name, startState) => {
    for (const startPersistState of [false, true]) {
      const apiConfig = enable({ Start: ['startState'] })
      const id = await makeFlow(scene.administrator, stateFlow({ startPersistState }), { apiConfig })
      expect(await ask(id, { startState })).toMatchObject({ text: '9 2', ignored: null })
    }
  })

  test('is ignored where the author did not enable it', async () => {
    const id = await makeFlow(scene.administrator, stateFlow({}), { apiConfig: enable({}) })
    const answer = await ask(id, { startState: { a: '9' } })
    expect(answer).toMatchObject({ text: '1 2', ignored: 'overrideConfig.startState' })
  })
})

describe('rows', () => {
  const flowOf = () => llmFlow(scene.vendor, scene.credentialId)

  test('join those of the author', async () => {
    const flow = flowOf()
    Object.assign(flow.nodes[1]?.data.inputs ?? {}, {
      llmMessages: [{ role: 'system', content: 'Be kind.' }],
    })
    const apiConfig = enable({ llmAgentflow_0: ['llmMessages'] })
    const id = await makeFlow(scene.administrator, flow, { apiConfig })
    const { messages, ignored } = await ask(id, { llmMessages: [{ role: 'assistant', content: 'Moin' }] })
    expect(messages?.map(({ content }) => content)).toEqual(['Be kind.', 'Moin', 'Hi'])
    expect(ignored).toBeNull()
  })

  test.each([
    ['fields that the param lacks', 'llmMessages', [{ role: 'user', content: 'x', evil: 1 }]],
    ['values of a wrong type', 'llmMessages', [{ role: 'root', content: 'x' }]],
    ['something else than rows', 'llmMessages', ['x']],
    ['no list', 'llmMessages', 'x'],
    ['code', 'llmStructuredOutput', [{ key: 'a', type: 'jsonArray', jsonSchema: '{}' }]],
    ['values that are filled after the run', 'llmUpdateState', [{ key: 'a', value: 'x' }]],
  ])('with %s are ignored', async (_name, param, rows) => {
    const apiConfig = enable({ llmAgentflow_0: [param] })
    const id = await makeFlow(scene.administrator, flowOf(), { apiConfig })
    const answer = await ask(id, { [param]: rows })
    expect(answer).toMatchObject({ text: 'Echo: Hi', ignored: `overrideConfig.${param}` })
  })
})

describe('values of a prompt', () => {
  test.each([
    ['an object', { tone: 'kindly' }],
    ['JSON text', '{"tone":"kindly"}'],
    ['a map by node', { promptTemplate_0: { tone: 'kindly' } }],
  ])('are merged with those of the author, given as %s', async (_name, promptValues) => {
    const flow = promptFlow(scene.vendor, scene.credentialId, {
      template: 'Answer {text} {tone} in {language}.',
      promptValues: '{"language":"German","tone":"curtly"}',
    })
    const apiConfig = enable({ 'Prompt Template': ['promptValues'] })
    const id = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW', apiConfig })
    const { messages, ignored } = await ask(id, { promptValues })
    expect(messages?.[0]?.content).toBe('Answer Hi kindly in German.')
    expect(ignored).toBeNull()
  })

  test('of which one is no text of JSON, and headers of a model, are ignored', async () => {
    const flow = chatFlow(scene.vendor, scene.credentialId)
    const apiConfig = enable({ ChatOpenAI: ['baseOptions'] })
    const id = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW', apiConfig })
    const { ignored } = await ask(id, { baseOptions: { authorization: 'Bearer evil' } })
    expect(ignored).toBe('overrideConfig.baseOptions')
  })
})

test('what a caller gives is data: variables in it are not filled', async () => {
  await scene.administrator.expect(200, 'POST', '/variables', { name: 'secret', value: 'sesame' })
  const apiConfig = enable({ Reply: ['directReplyMessage'] })
  const id = await makeFlow(scene.administrator, stateFlow({}, 'Own {{$vars.secret}}'), { apiConfig })
  expect((await ask(id, {})).text).toBe('Own sesame')
  for (const directReplyMessage of [
    '{{$vars.secret}}',
    '<p><span data-type="mention" data-id="$vars.secret">x</span></p>',
  ])
    expect((await ask(id, { directReplyMessage })).text).toBe(directReplyMessage)
})
