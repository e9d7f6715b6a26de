import { nodeCatalogue } from '@runnel/nodes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatAgentFlow, FAKE_AGENTS, type FakeSpeech } from '../testing/chat-agent-flows.ts'
import { chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})
beforeEach(() => {
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

const agents = Object.entries(FAKE_AGENTS).map(([agent, facts]) => ({ agent, ...facts }))

test('every agent of the catalogue is seen in a whole flow', () => {
  const names = nodeCatalogue
    .map(({ definition }) => definition)
    .flatMap(({ category, name }) => (category === 'Agents' ? [name] : []))
  expect(agents.map(({ agent }) => agent).sort()).toEqual(names.sort())
})

interface Answer {
  text: string
  usedTools?: { tool: string; toolInput: unknown; toolOutput: string }[]
  message?: string
}

describe.each(agents)('a flow of $agent', ({ agent, speech, remembers, retrieves = false }) => {
  let flowId: string

  beforeAll(async () => {
    const tools = [chainNode('calculator_0', 'Calculator', {})]
    flowId = await makeFlow(scene.administrator, chatAgentFlow(scene, { agent, tools }), { type: 'CHATFLOW' })
  })

  const ask = (question: string, more: object = {}) =>
    scene.server.anonymous().call<Answer>('POST', `/prediction/${flowId}`, { question, ...more })

  /** The model computes once, then says what it was told. */
  const compute = ({ asks, answers }: FakeSpeech) =>
    scene.vendor.respondWith(asks('calculator', { input: '6 * 7' }), answers('It is 42.'))

  test('answers with what its tool gave, and says what it used', async () => {
    compute(speech)
    const { status, body } = await ask('What is 6 times 7?')
    expect([status, body.text]).toEqual([200, 'It is 42.'])
    expect(body.usedTools).toMatchObject([
      { tool: 'calculator', toolInput: { input: '6 * 7' }, toolOutput: '42' },
    ])
    expect(JSON.stringify(scene.vendor.requests.at(-1)?.body.messages)).toContain('42')
  })

  test('streams its answer, and nothing of the way to it', async () => {
    compute(speech)
    const response = await scene.server
      .anonymous()
      .open('POST', `/prediction/${flowId}`, { question: 'What is 6 times 7?', streaming: true })
    const frames = (await response.text())
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => JSON.parse(frame.split('\ndata:')[1] ?? '') as { event: string; data: unknown })
    const text = frames.flatMap(({ event, data }) => (event === 'token' ? [data] : [])).join('')
    expect(text).toBe('It is 42.')
    expect(frames.find(({ event }) => event === 'usedTools')?.data).toMatchObject([{ tool: 'calculator' }])
    expect(frames.at(-1)?.event).toBe('end')
  })

  test('knows the conversation where it has a memory', async () => {
    const alone = retrieves ? [{ text: 'Who is the person?' }] : []
    scene.vendor.respondWith(speech.answers('Hello Ada.'), ...alone, speech.answers('Ada.'))
    await ask('I am Ada.', { chatId: agent })
    expect((await ask('Who am I?', { chatId: agent })).body.text).toBe('Ada.')
    const told = JSON.stringify(scene.vendor.requests.at(-1)?.body.messages)
    expect(told.includes('Hello Ada.')).toBe(remembers)
  })

  test('tells what the vendor refused', async () => {
    scene.vendor.respondWith({ status: 400, message: 'Too many words' })
    const { status, text } = await ask('What?')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('Too many words')
  })

  if (speech !== FAKE_AGENTS.toolAgent?.speech)
    test('tells its model once that it cannot be read, then takes what it says', async () => {
      scene.vendor.respondWith({ text: 'Forty-two.' }, speech.answers('It is 42.'))
      expect((await ask('What is 6 times 7?')).body.text).toBe('It is 42.')
      scene.vendor.respondWith({ text: 'Forty-two.' }, { text: 'Forty-two!' })
      expect((await ask('What is 6 times 7?')).body.text).toBe('Forty-two!')
      expect(scene.vendor.requests).toHaveLength(4)
    })
})

test.each([
  ['openAIToolAgent', 'toolAgent'],
  ['openAIFunctionAgent', 'toolAgent'],
  ['mistralAIToolAgent', 'toolAgent'],
  ['conversationalRetrievalAgent', 'toolAgent'],
  ['mrklAgentChat', 'reactAgentChat'],
  ['mrklAgentLLM', 'reactAgentLLM'],
])('a flow of %s, which was removed, runs as one of %s and says so', async (as, agent) => {
  const tools = [chainNode('calculator_0', 'Calculator', {})]
  const flow = chatAgentFlow(scene, { agent, tools, as })
  const flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  const speech = FAKE_AGENTS[agent]?.speech
  scene.vendor.respondWith(
    speech?.asks('calculator', { input: '6 * 7' }) ?? {},
    speech?.answers('It is 42.') ?? {},
  )
  const { body } = await scene.server
    .anonymous()
    .call<Answer>('POST', `/prediction/${flowId}`, { question: 'What is 6 times 7?' })
  expect(body).toMatchObject({ text: 'It is 42.', usedTools: [{ tool: 'calculator' }] })
  const saved = await scene.administrator.call('GET', `/chatflows/${flowId}?view=document`)
  expect(saved.text).toContain('node_replaced_type')
})
