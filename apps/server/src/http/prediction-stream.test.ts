import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow, llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let chat: string
let agent: string
let reply: string

beforeAll(async () => {
  scene = await startVendorServer()
  const { administrator, vendor, credentialId } = scene
  chat = await makeFlow(administrator, chatFlow(vendor, credentialId), { type: 'CHATFLOW' })
  agent = await makeFlow(administrator, llmFlow(vendor, credentialId))
  reply = await makeFlow(administrator, replyFlow())
})

afterAll(() => scene.stop())

async function stream(flowId: string, body: object) {
  const response = await scene.server
    .anonymous()
    .open('POST', `/prediction/${flowId}`, { streaming: true, ...body })
  const text = await response.text()
  const frames = text.split('\n\n').slice(0, -1)
  return { response, text, frames, events: frames.map(parseFrame) }
}

interface Frame {
  event: string
  data: unknown
}

function parseFrame(frame: string): Frame {
  const [name, data, ...rest] = frame.split('\n')
  expect([name, rest]).toEqual(['message:', []])
  expect(data?.startsWith('data:{')).toBe(true)
  return JSON.parse(data?.slice(5) ?? '') as Frame
}

/** Frames with what differs from run to run replaced. */
const steady = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')

describe('the stream of a chat flow', () => {
  test('is the reference’s, byte for byte', async () => {
    const { response, text } = await stream(chat, { question: 'Hello there', chatId: 'c1' })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-run-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(steady(text)).toBe(
      [
        '{"event":"start","data":""}',
        '{"event":"token","data":"Echo: "}',
        '{"event":"token","data":"Hello "}',
        '{"event":"token","data":"there"}',
        '{"event":"metadata","data":{"chatId":"c1","chatMessageId":"UUID","question":"Hello there","sessionId":"c1","memoryType":"Buffer Memory"}}',
        '{"event":"end","data":"[DONE]"}',
      ]
        .map((json) => `message:\ndata:${json}\n\n`)
        .join(''),
    )
  })
})

describe('the stream of an agent flow', () => {
  test('tells flow, nodes, tokens and executed nodes in the reference’s order', async () => {
    const { events } = await stream(agent, { question: 'Hello there' })
    const told = events.map(({ event, data }) => {
      if (event === 'nextAgentFlow') {
        const { nodeId, nodeLabel, status } = data as Record<string, string>
        return `${event} ${nodeId} ${nodeLabel} ${status}`
      }
      if (event === 'agentFlowExecutedData') return `${event} ${(data as unknown[]).length}`
      return event === 'token' || event === 'agentFlowEvent' || event === 'end' ? `${event} ${data}` : event
    })
    expect(told).toEqual([
      'agentFlowEvent INPROGRESS',
      'nextAgentFlow startAgentflow_0 Start INPROGRESS',
      'nextAgentFlow startAgentflow_0 Start FINISHED',
      'agentFlowExecutedData 1',
      'nextAgentFlow llmAgentflow_0 llmAgentflow_0 INPROGRESS',
      'token Echo: ',
      'token Hello ',
      'token there',
      'usageMetadata',
      'nextAgentFlow llmAgentflow_0 llmAgentflow_0 FINISHED',
      'agentFlowExecutedData 2',
      'agentFlowEvent FINISHED',
      'metadata',
      'end [DONE]',
    ])
  })

  test('says what ran, without credentials', async () => {
    const { events, text } = await stream(agent, { question: 'Hello' })
    const executed = events.findLast(({ event }) => event === 'agentFlowExecutedData')?.data
    expect(executed).toMatchObject([
      { nodeId: 'startAgentflow_0' },
      { nodeId: 'llmAgentflow_0', status: 'FINISHED' },
    ])
    expect(events.find(({ event }) => event === 'usageMetadata')?.data).toMatchObject({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    })
    expect(text).not.toContain(scene.credentialId)
  })

  test('sends the whole text of a node that does not stream', async () => {
    const { events } = await stream(reply, { question: 'Hi' })
    expect(events.filter(({ event }) => event === 'token')).toEqual([{ event: 'token', data: 'You said Hi' }])
  })
})

describe('whether an answer is streamed', () => {
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('streaming %j', async (streaming, isStream) => {
    const response = await scene.server.anonymous().open('POST', `/prediction/${agent}`, {
      question: 'x',
      ...(streaming === undefined ? {} : { streaming }),
    })
    expect(response.headers.get('content-type')?.startsWith('text/event-stream')).toBe(isStream)
    await response.text()
    expect(scene.vendor.requests.at(-1)?.body.stream === true).toBe(isStream)
  })

  test('a flow that cannot stream answers JSON all the same', async () => {
    const id = await makeFlow(scene.administrator, chatFlow(scene.vendor, scene.credentialId), {
      type: 'CHATFLOW',
      chatbotConfig: JSON.stringify({ postProcessing: { enabled: true } }),
    })
    expect((await scene.server.anonymous().call('GET', `/chatflows-streaming/${id}`)).body).toEqual({
      isStreaming: false,
    })
    const answer = await scene.server
      .anonymous()
      .call<{ text: string }>('POST', `/prediction/${id}`, { question: 'x', streaming: true })
    expect(answer.body.text).toBe('Echo: x')
  })

  test('is told beforehand', async () => {
    for (const id of [chat, agent, reply])
      expect((await scene.server.anonymous().call('GET', `/chatflows-streaming/${id}`)).body).toEqual({
        isStreaming: true,
      })
  })
})
