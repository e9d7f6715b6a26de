import { createAnthropic } from '@ai-sdk/anthropic'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'
import { answerTool, asMessage, collectContent } from './send-back.fixture.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: 'sk-ant-test' })
})
beforeEach(() => {
  vendor.requests.length = 0
  vendor.refusals.length = 0
})
afterAll(() => vendor.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
const hello: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello there' }] }]
const add = {
  type: 'function' as const,
  name: 'add',
  description: 'A calculator',
  inputSchema: { type: 'object' as const, properties: { sum: { type: 'string' as const } } },
}
const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } }

function open(modelId = 'claude-haiku-4-5', apiKey = 'sk-ant-test') {
  return createAnthropic({ baseURL: vendor.baseURL, apiKey })(modelId)
}

function generate(changes: Partial<LanguageModelV4CallOptions> = {}, modelId?: string) {
  return open(modelId).doGenerate({ prompt: hello, maxOutputTokens: 2048, ...changes })
}

async function stream(changes: Partial<LanguageModelV4CallOptions> = {}, modelId?: string) {
  const { stream } = await open(modelId).doStream({ prompt: hello, maxOutputTokens: 2048, ...changes })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

function ask(...content: Extract<LanguageModelV4Prompt[number], { role: 'user' }>['content']) {
  return { prompt: [{ role: 'user' as const, content }] }
}

describe('a text', () => {
  test('comes whole, with usage and the reason why it ends', async () => {
    vendor.respondWith({ text: 'Good day.', usage: { input: 12, output: 3 } })
    const { content, finishReason, usage, response } = await generate()
    expect(content).toEqual([{ type: 'text', text: 'Good day.' }])
    expect(finishReason).toEqual({ unified: 'stop', raw: 'end_turn' })
    expect(usage).toMatchObject({ inputTokens: { total: 12, noCache: 12 }, outputTokens: { total: 3 } })
    expect(response).toMatchObject({ modelId: 'claude-haiku-4-5', id: expect.stringMatching(/^msg_/) })
    expect(vendor.requests[0]).toMatchObject({ path: '/v1/messages', body: { max_tokens: 2048 } })
  })

  test('comes in pieces', async () => {
    vendor.respondWith({ text: 'One two three', usage: { input: 12, output: 3 } })
    const parts = await stream()
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'custom',
      'text-start',
      'text-delta',
      'text-delta',
      'text-delta',
      'text-end',
      'finish',
    ])
    expect(collectContent(parts)).toEqual([{ type: 'text', text: 'One two three' }])
    expect(parts.at(-1)).toMatchObject({
      finishReason: { unified: 'stop', raw: 'end_turn' },
      usage: { inputTokens: { total: 12 }, outputTokens: { total: 3 } },
    })
  })

  test('ends at a stop sequence and at the limit of tokens', async () => {
    vendor.respondWith({ text: 'One. END Two.' }, { text: 'A text of more than two tokens' })
    const stopped = await generate({ stopSequences: ['END'] })
    expect(stopped.content).toEqual([{ type: 'text', text: 'One. ' }])
    expect(stopped.finishReason.raw).toBe('stop_sequence')
    expect(stopped.providerMetadata).toMatchObject({ anthropic: { stopSequence: 'END' } })
    const cut = await generate({ maxOutputTokens: 2 })
    expect(cut.content).toEqual([{ type: 'text', text: 'A text o' }])
    expect(cut.finishReason).toEqual({ unified: 'length', raw: 'max_tokens' })
  })
})

describe('thinking with a tool', () => {
  test.each(['whole', 'streamed'])('goes on over two calls when its blocks come back (%s)', async (way) => {
    const reply = {
      thinking: ['I must add.', 'Twice.'],
      redactedThinking: 'secret',
      text: 'Let me see.',
      toolCalls: [{ name: 'add', input: { sum: '1 + 1' } }],
    }
    vendor.respondWith(reply)
    const options = { tools: [add], providerOptions: thinking }
    const content =
      way === 'whole' ? (await generate(options)).content : collectContent(await stream(options))
    expect(content.map(({ type }) => type)).toEqual([
      'reasoning',
      'reasoning',
      'reasoning',
      'text',
      'tool-call',
    ])
    expect(content[0]).toMatchObject({
      text: 'I must add.',
      providerMetadata: { anthropic: { signature: expect.any(String) } },
    })
    expect(content[2]).toMatchObject({
      text: '',
      providerMetadata: { anthropic: { redactedData: expect.any(String) } },
    })

    const prompt = [...hello, asMessage(content), answerTool(content, '2')]
    vendor.respondWith({ text: 'It is 2.' })
    const next = await generate({ ...options, prompt })
    expect(next.content).toEqual([{ type: 'text', text: 'It is 2.' }])
    expect(vendor.refusals).toEqual([])
  })

  test('is refused when its blocks are lost', async () => {
    vendor.respondWith({ thinking: 'I must add.', toolCalls: [{ name: 'add', input: {} }] })
    const options = { tools: [add], providerOptions: thinking }
    const { content } = await generate(options)
    const kept = content.filter(({ type }) => type !== 'reasoning')
    const prompt = [...hello, asMessage(kept), answerTool(content, '2')]
    await expect(generate({ ...options, prompt })).rejects.toThrow(
      'Expected `thinking` or `redacted_thinking`',
    )
  })

  test('is left away by a model that was not asked for it', async () => {
    vendor.respondWith({ thinking: 'Hm', text: 'Yes' })
    expect((await generate()).content).toEqual([{ type: 'text', text: 'Yes' }])
  })

  test('counts its tokens', async () => {
    vendor.respondWith({ thinking: 'x'.repeat(40), text: 'Yes', usage: { output: 30 } })
    const { usage } = await generate({ providerOptions: thinking })
    expect(usage.outputTokens).toEqual({ total: 30, text: 20, reasoning: 10 })
  })
})

describe('a tool', () => {
  test('is called in a stream with its input in pieces', async () => {
    vendor.respondWith({
      toolCalls: [
        { name: 'add', input: { sum: '1 + 1 + 1' } },
        { name: 'add', input: {} },
      ],
    })
    const parts = await stream({ tools: [add] })
    const deltas = parts.filter(({ type }) => type === 'tool-input-delta')
    expect(deltas.length).toBeGreaterThan(2)
    const calls = parts.filter((part) => part.type === 'tool-call')
    expect(calls.map(({ input }) => input)).toEqual(['{"sum":"1 + 1 + 1"}', '{}'])
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2)
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls', raw: 'tool_use' } })
  })

  test('may answer with an image', async () => {
    vendor.respondWith({ toolCalls: [{ id: 'toolu_image', name: 'add', input: {} }] })
    const { content } = await generate({ tools: [add] })
    const image = {
      type: 'file' as const,
      mediaType: 'image/png',
      data: { type: 'data' as const, data: PNG },
    }
    const output = { type: 'content' as const, value: [{ type: 'text' as const, text: 'Look' }, image] }
    const result = { type: 'tool-result' as const, toolCallId: 'toolu_image', toolName: 'add', output }
    const prompt = [...hello, asMessage(content), { role: 'tool' as const, content: [result] }]
    await generate({ tools: [add], prompt })
    expect(vendor.refusals).toEqual([])
  })

  test('of the vendor searches, and what it found comes back for the next question', async () => {
    const results = [{ url: 'https://example.com/a', title: 'A', text: 'All of it' }]
    vendor.respondWith({ webSearch: { query: 'a', results }, text: 'It says so.' })
    const tools = [
      {
        type: 'provider' as const,
        id: 'anthropic.web_search_20250305' as const,
        name: 'web_search',
        args: { maxUses: 2 },
      },
    ]
    const { content } = await generate({ tools })
    expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'source', 'text'])
    expect(content[0]).toMatchObject({
      toolName: 'web_search',
      providerExecuted: true,
      input: '{"query":"a"}',
    })
    expect(content[2]).toMatchObject({ sourceType: 'url', url: 'https://example.com/a', title: 'A' })
    expect(content[3]).toMatchObject({ citations: [{ citedText: 'All of it' }] })

    const prompt = [...hello, asMessage(content), ...ask({ type: 'text', text: 'More?' }).prompt]
    await generate({ tools, prompt })
    expect(vendor.refusals).toEqual([])
    expect(vendor.requests[1]?.body.messages?.[1]?.content).toHaveLength(3)

    vendor.respondWith({ webSearch: { query: 'a', results }, text: 'It says so.' })
    const types = collectContent(await stream({ tools })).map(({ type }) => type)
    expect(types).toEqual(['tool-call', 'tool-result', 'source', 'text'])
  })
})

test('a turn that the vendor paused goes on when it is sent back as it is', async () => {
  const tools = [
    { type: 'provider' as const, id: 'anthropic.web_search_20250305' as const, name: 'web_search', args: {} },
  ]
  vendor.respondWith({ webSearch: { query: 'a', results: [] }, stopReason: 'pause_turn' }, { text: 'Found.' })
  const { content, finishReason } = await generate({ tools }, 'claude-opus-5')
  expect(finishReason).toEqual({ unified: 'stop', raw: 'pause_turn' })
  const next = await generate({ tools, prompt: [...hello, asMessage(content)] }, 'claude-opus-5')
  expect(next.content).toEqual([{ type: 'text', text: 'Found.' }])
})

describe('a file', () => {
  test('is taken as image, as PDF and as text', async () => {
    const { content } = await generate(
      ask(
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
        {
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'url', url: new URL('https://example.com/a.png') },
        },
        { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', data: { type: 'data', data: PDF } },
        { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'a,b' } },
        { type: 'text', text: 'What is it?' },
      ),
    )
    expect(content).toEqual([{ type: 'text', text: 'I see 2 images. I see 2 documents. Echo: What is it?' }])
  })

  test('is refused when it is not what it says', async () => {
    const call = generate(ask({ type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: PNG } }))
    await expect(call).rejects.toThrow('does not match the provided media type')
  })
})

describe('a prefix', () => {
  const cacheControl = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  const system = {
    role: 'system' as const,
    content: 'Know this. '.repeat(600),
    providerOptions: cacheControl,
  }

  test('is kept by the first call and read by the second', async () => {
    const first = await generate({ prompt: [system, ...hello] }, 'claude-sonnet-4-5')
    const { cacheWrite, cacheRead, noCache } = first.usage.inputTokens
    expect(cacheWrite).toBeGreaterThan(1024)
    expect(cacheRead).toBe(0)
    const second = await generate({ prompt: [system, ...hello] }, 'claude-sonnet-4-5')
    expect(second.usage.inputTokens).toMatchObject({ cacheWrite: 0, cacheRead: cacheWrite, noCache })
    const parts = await stream({ prompt: [system, ...hello] }, 'claude-sonnet-4-5')
    expect(parts.at(-1)).toMatchObject({ usage: { inputTokens: { cacheRead: cacheWrite, cacheWrite: 0 } } })
  })

  test('grows with a conversation', async () => {
    const long = { ...system, content: 'Know that. '.repeat(600) }
    const question = { role: 'user' as const, providerOptions: cacheControl }
    const turn = [long, { ...question, content: [{ type: 'text' as const, text: 'One' }] }]
    const first = await generate({ prompt: turn }, 'claude-sonnet-4-5')
    const said = { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Two' }] }
    const more = [...turn, said, { ...question, content: [{ type: 'text' as const, text: 'Three' }] }]
    const second = await generate({ prompt: more }, 'claude-sonnet-4-5')
    expect(second.usage.inputTokens.cacheRead).toBe(first.usage.inputTokens.cacheWrite)
    expect(second.usage.inputTokens.cacheWrite).toBeGreaterThan(0)
    expect(second.usage.inputTokens.noCache).toBe(0)
  })
})

describe('an answer by rule', () => {
  test('is an echo', async () => {
    expect((await generate()).content).toEqual([{ type: 'text', text: 'Echo: Hello there' }])
  })

  test('calls the calculator for arithmetic and says its result', async () => {
    const { prompt } = ask({ type: 'text', text: 'What is 12 * 3 please?' })
    const { content } = await generate({ prompt, tools: [add] })
    expect(content).toMatchObject([{ type: 'tool-call', toolName: 'add', input: '{"sum":"12 * 3"}' }])
    const next = await generate({
      prompt: [...prompt, asMessage(content), answerTool(content, '36')],
      tools: [add],
    })
    expect(next.content).toEqual([{ type: 'text', text: 'The result is 36.' }])
  })

  test('calls a forced tool, and fills a schema for the answer', async () => {
    const forced = await generate({ tools: [add], toolChoice: { type: 'tool', toolName: 'add' } })
    expect(forced.content).toMatchObject([{ type: 'tool-call', input: '{"sum":"Hello there"}' }])
    const schema = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } } }
    const filled = await generate({ responseFormat: { type: 'json', schema } })
    expect(filled.content).toEqual([{ type: 'text', text: '{"ok":true}' }])
  })

  test('searches when it may', async () => {
    const tools = [
      {
        type: 'provider' as const,
        id: 'anthropic.web_search_20250305' as const,
        name: 'web_search',
        args: {},
      },
    ]
    const { content } = await generate({ ...ask({ type: 'text', text: 'Search for cats' }), tools })
    expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'source', 'text'])
  })
})
