import type { JsonObject } from '@runnel/contract'
import { type ModelPart, type ModelRequest, textOf, toolCallsOf } from '@runnel/node-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openOpenAIChatModel } from './open-openai-chat-model.ts'

let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'sk-test-key' })
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterAll(() => vendor.close())

const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello there' }] }
const weather = {
  name: 'weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

function open(values: JsonObject = {}) {
  const all = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, ...values }
  return openOpenAIChatModel(modelWith(all), providerContext({ openAIApiKey: 'sk-test-key' }))
}

async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const list: ModelPart[] = []
  for await (const part of parts) list.push(part)
  return list
}

const noSignal = new AbortController().signal

describe('a whole answer', () => {
  test('carries text, usage and what the vendor says of it', async () => {
    vendor.respondWith({ text: 'Good day.', usage: { prompt: 12, completion: 3 } })
    const reply = await (await open()).generate(hello, noSignal)
    expect(reply).toEqual({
      parts: [{ type: 'text', text: 'Good day.' }],
      usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
      finishReason: 'stop',
      metadata: { id: 'chatcmpl-fake', model_name: 'gpt-4o-mini', finish_reason: 'stop' },
    })
    expect(vendor.requests[0]?.path).toBe('/v1/chat/completions')
    expect(vendor.requests[0]?.body.stream).toBeUndefined()
  })

  test('is asked for with the values of the node', async () => {
    const model = await open({
      temperature: '0.2',
      maxTokens: 100,
      topP: 0.5,
      frequencyPenalty: 0.1,
      presencePenalty: 0.3,
      stopSequence: 'END, STOP',
      baseOptions: '{"X-Team":"research"}',
    })
    await model.generate(hello, noSignal)
    expect(vendor.requests[0]?.body).toMatchObject({
      model: 'gpt-4o-mini',
      temperature: 0.2,
      max_tokens: 100,
      top_p: 0.5,
      frequency_penalty: 0.1,
      presence_penalty: 0.3,
      stop: ['END', 'STOP'],
    })
    expect(vendor.requests[0]?.headers).toMatchObject({
      'x-team': 'research',
      authorization: 'Bearer sk-test-key',
    })
  })

  test('of a model that reasons is asked for without temperature and with its own limit', async () => {
    const model = await open({
      modelName: 'house-reasoner',
      reasoning: true,
      reasoningEffort: 'high',
      temperature: 0.9,
      maxTokens: 500,
    })
    await model.generate(hello, noSignal)
    const body = vendor.requests[0]?.body
    expect(body).toMatchObject({ reasoning_effort: 'high', max_completion_tokens: 500 })
    expect(body).not.toHaveProperty('temperature')
    expect(body).not.toHaveProperty('max_tokens')
  })

  test('follows a conversation with tools, names and roles', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather in Paris?', name: 'llm answer 1' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', id: 'c1', name: 'weather', input: { city: 'Paris' } }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', id: 'c1', name: 'weather', content: 'no data', isError: true }],
      },
    ]
    await (await open()).generate({ messages, tools: [weather], toolChoice: 'auto' }, noSignal)
    expect(vendor.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather in Paris?', name: 'llm_answer_1' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"error":"no data"}' },
    ])
    expect(vendor.requests[0]?.body.tool_choice).toBe('auto')
  })

  test('may be a tool call', async () => {
    vendor.respondWith({ toolCalls: [{ id: 'c7', name: 'weather', input: { city: 'Rome' } }] })
    const reply = await (await open()).generate({ ...hello, tools: [weather] }, noSignal)
    expect(toolCallsOf(reply.parts)).toEqual([
      { type: 'tool-call', id: 'c7', name: 'weather', input: { city: 'Rome' } },
    ])
    expect(reply.finishReason).toBe('tool-calls')
  })

  test('may be JSON that fits a schema, given by a tool and told as text', async () => {
    const schema = { type: 'object', properties: { mood: { type: 'string', enum: ['good', 'bad'] } } }
    const structure = { name: 'mood', schema }
    const reply = await (await open()).generate({ ...hello, structure }, noSignal)
    expect(JSON.parse(textOf(reply.parts))).toEqual({ mood: 'good' })
    expect(toolCallsOf(reply.parts)).toEqual([])
    expect(vendor.requests[0]?.body.tool_choice).toMatchObject({ type: 'function' })
    expect(vendor.requests[0]?.body.tools?.[0]?.function.parameters).toMatchObject(schema)
  })

  test('is asked for with strict tools when the author wants that', async () => {
    await (await open({ strictToolCalling: true })).generate({ ...hello, tools: [weather] }, noSignal)
    expect(vendor.requests[0]?.body.tools?.[0]?.function).toMatchObject({ strict: true })
  })

  test('takes images only when the author lets them through', async () => {
    const base64 = 'iVBORw0KGgo='
    const messages: ModelRequest['messages'] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'file', mediaType: 'image/png', source: { base64 } },
        ],
      },
    ]
    await expect((await open()).generate({ messages }, noSignal)).rejects.toThrow('Allow Image Uploads')
    await (await open({ allowImageUploads: true })).generate({ messages }, noSignal)
    expect(vendor.requests[0]?.body.messages?.[0]?.content).toEqual([
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
    ])
  })
})

describe('a streamed answer', () => {
  test('comes word by word, then whole with usage', async () => {
    vendor.respondWith({ text: 'One two three.', usage: { prompt: 4, completion: 3 } })
    const parts = await collect((await open()).stream(hello, noSignal))
    expect(parts.slice(0, -1)).toEqual([
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'two ' },
      { type: 'text', text: 'three.' },
    ])
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      reply: {
        parts: [{ type: 'text', text: 'One two three.' }],
        usage: { inputTokens: 4, outputTokens: 3, totalTokens: 7 },
        finishReason: 'stop',
        metadata: { id: 'chatcmpl-fake', model_name: 'gpt-4o-mini' },
      },
    })
    expect(vendor.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  test('puts tool calls together that come in pieces', async () => {
    vendor.respondWith({
      toolCalls: [
        { id: 'a', name: 'weather', input: { city: 'Llanfairpwllgwyngyll' } },
        { id: 'b', name: 'weather', input: { city: 'Bern' } },
      ],
    })
    const parts = await collect((await open()).stream({ ...hello, tools: [weather] }, noSignal))
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatchObject({
      reply: {
        parts: [
          { type: 'tool-call', id: 'a', name: 'weather', input: { city: 'Llanfairpwllgwyngyll' } },
          { type: 'tool-call', id: 'b', name: 'weather', input: { city: 'Bern' } },
        ],
        finishReason: 'tool-calls',
      },
    })
  })

  test('is not asked for when the node has streaming off', async () => {
    const parts = await collect((await open({ streaming: false })).stream(hello, noSignal))
    expect(parts.map(({ type }) => type)).toEqual(['text', 'finish'])
    expect(vendor.requests[0]?.body.stream).toBeUndefined()
  })

  test('that begins late is still taken whole', async () => {
    vendor.respondWith({ text: 'At last.', firstTokenDelayMs: 200 })
    const parts = await collect((await open()).stream(hello, noSignal))
    expect(parts.at(-1)).toMatchObject({ reply: { parts: [{ type: 'text', text: 'At last.' }] } })
  })

  test('that is cut in the middle is a fault after the words that came', async () => {
    vendor.respondWith({ text: 'One two three four.', cutAfter: 2, tokenDelayMs: 5 })
    const seen: string[] = []
    const reading = (async () => {
      for await (const part of (await open()).stream(hello, noSignal)) {
        if (part.type === 'text') seen.push(part.text)
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'model_error', retryable: true })
    expect(seen).toEqual(['One ', 'two '])
  })

  test('that holds an error frame is a fault', async () => {
    vendor.respondWith({ text: 'One two three.', errorAfter: 1 })
    await expect(collect((await open()).stream(hello, noSignal))).rejects.toMatchObject({
      code: 'model_error',
    })
  })
})

describe('stop', () => {
  test.each(['generate', 'stream'] as const)('ends a waiting %s while the vendor is silent', async (way) => {
    vendor.respondWith({ text: 'Never.', delayMs: 20_000 })
    const stop = new AbortController()
    const model = await open()
    const waiting =
      way === 'generate' ? model.generate(hello, stop.signal) : collect(model.stream(hello, stop.signal))
    while (vendor.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort()
    await expect(waiting).rejects.toThrow()
  })

  test('ends a stream between two words', async () => {
    vendor.respondWith({ text: 'One two three four five six.', tokenDelayMs: 3000 })
    const stop = new AbortController()
    const reading = (async () => {
      for await (const part of (await open()).stream(hello, stop.signal)) {
        if (part.type === 'text') stop.abort()
      }
    })()
    await expect(reading).rejects.toThrow()
  })

  test('comes by itself when the vendor takes longer than the timeout of the node', async () => {
    vendor.respondWith({ text: 'Late.', delayMs: 5000 }, { text: 'Late.', firstTokenDelayMs: 5000 })
    const model = await open({ timeout: 50 })
    const fault = { code: 'model_error', retryable: true, message: expect.stringContaining('within 50 ms') }
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject(fault)
    await expect(collect(model.stream(hello, noSignal))).rejects.toMatchObject(fault)
  })
})
