import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, chatFlow, llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let chat: string
let agent: string
let reply: string

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)

beforeAll(async () => {
  scene = await startVendorServer()
  const { administrator, vendor, credentialId } = scene
  chat = await makeFlow(administrator, chatFlow(vendor, credentialId), { type: 'CHATFLOW' })
  agent = await makeFlow(administrator, llmFlow(vendor, credentialId))
  reply = await makeFlow(administrator, replyFlow())
})

beforeEach(() => {
  scene.vendor.requests.length = 0
})

afterAll(() => scene.stop())

const ask = (flowId: string, body: unknown, headers?: Record<string, string>) =>
  scene.server.anonymous().call<Record<string, unknown>>('POST', `/prediction/${flowId}`, body, headers)

describe('the JSON answer', () => {
  test('of a chat flow', async () => {
    const answer = await ask(chat, { question: 'Hello there' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      text: 'Echo: Hello there',
      question: 'Hello there',
      chatId: uuid,
      chatMessageId: uuid,
      sessionId: answer.body.chatId,
      memoryType: 'Buffer Memory',
      isStreamValid: false,
    })
    expect(answer.headers.get('x-run-id')).toEqual(uuid)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('of an agent flow', async () => {
    const answer = await ask(agent, { question: 'Hello there', chatId: 'my-chat' })
    expect(answer.body).toEqual({
      text: 'Echo: Hello there',
      question: 'Hello there',
      chatId: 'my-chat',
      chatMessageId: uuid,
      sessionId: 'my-chat',
      executionId: answer.headers.get('x-run-id'),
      agentFlowExecutedData: [
        expect.objectContaining({
          nodeId: 'startAgentflow_0',
          nodeLabel: 'Start',
          previousNodeIds: [],
          status: 'FINISHED',
        }),
        expect.objectContaining({
          nodeId: 'llmAgentflow_0',
          previousNodeIds: ['startAgentflow_0'],
          status: 'FINISHED',
        }),
      ],
    })
    expect(answer.text).not.toContain(scene.credentialId)
  })

  test('of an agent flow that began with a form', async () => {
    const start = agentNode('startAgentflow_0', 'startAgentflow', {
      startInputType: 'formInput',
      formTitle: 'About you',
      formInputTypes: [{ type: 'string', label: 'Name', name: 'name' }],
    })
    const flow = { ...replyFlow('Hello {{$form.name}}') }
    flow.nodes[0] = start
    const id = await makeFlow(scene.administrator, flow)
    const answer = await ask(id, { form: { name: 'Ada' } })
    expect(answer.body).toMatchObject({ text: 'Hello Ada', question: '', form: { name: 'Ada' } })
  })

  test('of a flow that says nothing is one space', async () => {
    const id = await makeFlow(scene.administrator, {
      nodes: [agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })],
      edges: [],
    })
    expect((await ask(id, { question: 'Hi' })).body.text).toBe(' ')
  })
})

describe('a condition', () => {
  test('takes the branch that holds, and Else otherwise', async () => {
    const id = await makeFlow(scene.administrator, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode('conditionAgentflow_0', 'conditionAgentflow', {
          conditions: [{ type: 'string', value1: '{{question}}', operation: 'contains', value2: 'refund' }],
        }),
        agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: 'Refund desk' }),
        agentNode('directReplyAgentflow_1', 'directReplyAgentflow', { directReplyMessage: 'Front desk' }),
      ],
      edges: [
        agentEdge('startAgentflow_0', 'conditionAgentflow_0'),
        agentEdge('conditionAgentflow_0', 'directReplyAgentflow_0', 0),
        agentEdge('conditionAgentflow_0', 'directReplyAgentflow_1', 1),
      ],
    })
    expect((await ask(id, { question: 'a refund please' })).body.text).toBe('Refund desk')
    expect((await ask(id, { question: 'hello' })).body.text).toBe('Front desk')
  })
})

describe('a body', () => {
  test.each([
    [
      'uploads',
      { question: 'x', uploads: [{ type: 'file', name: 'a.png', mime: 'image/png', data: 'data:,' }] },
      'uploads_not_supported',
    ],
    ['question and form', { question: 'x', form: { a: 1 } }, 'invalid_input'],
    ['a number as question', { question: 1 }, 'invalid_input'],
    ['an array', [1], 'invalid_input'],
    ['a text', '"x"', 'invalid_input'],
    ['no JSON', '{"question": ', 'invalid_json'],
    ['history without role', { question: 'x', history: [{ content: 'y' }] }, 'invalid_input'],
    [
      'history with another role',
      { question: 'x', history: [{ role: 'system', content: 'y' }] },
      'invalid_input',
    ],
    ['a number as session', { question: 'x', overrideConfig: { sessionId: 5 } }, 'invalid_input'],
    ['a prototype', '{"question":"x","overrideConfig":{"__proto__":{"polluted":1}}}', 'invalid_json'],
  ])('with %s is refused', async (_name, body, code) => {
    const answer = await ask(reply, body)
    expect(answer).toMatchObject({ status: 400, body: { code, success: false, statusCode: 400 } })
    expect(answer.headers.get('x-run-id')).toBeNull()
  })

  test('with a half-true switch is told what the switch takes', async () => {
    const answer = await ask(reply, { question: 'x', streaming: 'maybe' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'streaming: must be true or false' },
    })
  })

  test('in parts is taken, and answered as any other', async () => {
    const form = new FormData()
    form.set('question', 'Hi')
    const response = await fetch(`${scene.server.origin}/api/v1/prediction/${reply}`, {
      method: 'POST',
      body: form,
    })
    expect([response.status, await response.json()]).toMatchObject([200, { text: 'You said Hi' }])
  })

  test('may say nothing at all', async () => {
    expect((await ask(reply, {})).status).toBe(200)
  })

  test('may bring earlier messages, in the words of new and old clients', async () => {
    await ask(agent, {
      question: 'And now?',
      history: [
        { role: 'userMessage', content: 'First' },
        { type: 'apiMessage', message: 'Second' },
      ],
    })
    expect(scene.vendor.requests.at(-1)?.body.messages?.slice(-3)).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Second' },
      { role: 'user', content: 'And now?' },
    ])
  })
})

describe('a flow that is not there', () => {
  test('is named', async () => {
    const id = '11111111-2222-4333-8444-555555555555'
    expect(await ask(id, { question: 'x' })).toMatchObject({
      status: 404,
      body: { message: `Chatflow ${id} not found`, code: 'not_found' },
    })
  })

  test('is 400 when the id is none', async () => {
    expect(await ask('nonsense', { question: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  test('is gone once it was deleted', async () => {
    const id = await makeFlow(scene.administrator, replyFlow())
    expect((await ask(id, { question: 'x' })).status).toBe(200)
    await scene.administrator.expect(200, 'DELETE', `/chatflows/${id}`)
    expect((await ask(id, { question: 'x' })).status).toBe(404)
    expect((await scene.server.anonymous().call('GET', `/chatflows-streaming/${id}`)).status).toBe(404)
    expect((await scene.server.anonymous().call('GET', `/public-chatbotConfig/${id}`)).status).toBe(404)
  })
})
