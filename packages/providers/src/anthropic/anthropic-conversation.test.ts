import type { JsonObject } from '@runnel/contract'
import {
  type ModelMessage,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  type Part,
  reasoningOf,
  textOf,
  toolCallsOf,
} from '@runnel/node-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from '../testing/fake-anthropic/fake-anthropic-server.ts'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openAnthropicChatModel } from './open-anthropic-chat-model.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: 'sk-ant-key' })
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterEach(() => {
  expect(vendor.refusals.splice(0)).toEqual([])
})
afterAll(() => vendor.close())

const noSignal = new AbortController().signal
const thinking = { extendedThinking: true, budgetTokens: 2048 }
const calculator = {
  name: 'calculator',
  description: 'Computes',
  inputSchema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
}
const webSearch = { id: 'anthropic.web_search_20250305', name: 'web_search', settings: { maxUses: 3 } }
const PNG = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const PDF = new TextEncoder().encode('%PDF-1.4\n%%EOF')
const files = {
  png: PNG,
  'http://plain.example/dot.png': PNG,
  pdf: PDF,
  csv: new TextEncoder().encode('a,b\n1,2'),
}

function open(values: JsonObject = {}) {
  const all = { modelName: 'claude-haiku-4-5', basepath: vendor.baseURL, temperature: 0.9, ...values }
  return openAnthropicChatModel(modelWith(all), providerContext({ anthropicApiKey: 'sk-ant-key' }, files))
}

/** Asks by one of the two ways and gives the whole reply. */
async function ask(
  way: 'generate' | 'stream',
  values: JsonObject,
  request: ModelRequest,
): Promise<ModelReply> {
  const model = await open(values)
  if (way === 'generate') return model.generate(request, noSignal)
  const parts: ModelPart[] = []
  for await (const part of model.stream(request, noSignal)) parts.push(part)
  const last = parts.at(-1)
  if (last?.type !== 'finish') throw new Error('The stream did not end with its reply.')
  const shown = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  expect(shown.join('')).toBe(textOf(last.reply.parts))
  return last.reply
}

const user = (content: string): ModelMessage => ({ role: 'user', content })
const ways = ['generate', 'stream'] as const

describe.each(ways)('a conversation by %s', (way) => {
  test('with thinking keeps every signature over two tool turns', async () => {
    vendor.respondWith(
      {
        thinking: 'First.',
        redactedThinking: 'sealed',
        toolCalls: [{ name: 'calculator', input: { input: '1+1' } }],
      },
      { thinking: 'Then.', text: 'One more.', toolCalls: [{ name: 'calculator', input: { input: '2+2' } }] },
      { thinking: 'Done.', text: 'It is 4.' },
    )
    const messages: ModelMessage[] = [
      { role: 'system', content: 'Be exact.' },
      user('Compute'),
      { role: 'system', content: 'Use tools.' },
    ]
    let reply: ModelReply | undefined
    for (let turn = 0; turn < 3; turn++) {
      reply = await ask(way, thinking, {
        messages: JSON.parse(JSON.stringify(messages)),
        tools: [calculator],
      })
      const results = toolCallsOf(reply.parts).map(({ id, name }) => ({
        type: 'tool-result' as const,
        id,
        name,
        content: '4',
      }))
      messages.push({ role: 'assistant', content: reply.parts }, { role: 'tool', content: results })
    }
    expect(textOf(reply?.parts ?? [])).toBe('It is 4.')
    expect(reasoningOf(reply?.parts ?? [])).toBe('Done.')
    const body = vendor.requests.at(-1)?.body
    expect(body?.thinking).toEqual({ type: 'enabled', budget_tokens: 2048 })
    expect(body?.messages?.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(JSON.stringify(body?.system)).toMatch(/Be exact.*Use tools/)
  })

  test('tells what was kept and what was read of the prompt', async () => {
    const long = 'All there is to know. '.repeat(1500)
    const messages: ModelMessage[] = [{ role: 'system', content: long }, user('Hello')]
    const first = await ask(way, {}, { messages, tools: [calculator] })
    expect(first.usage.cacheWriteTokens).toBeGreaterThan(4096)
    const second = await ask(
      way,
      {},
      {
        messages: [...messages, { role: 'assistant', content: first.parts }, user('And?')],
        tools: [calculator],
      },
    )
    expect(second.usage.cachedInputTokens).toBe(first.usage.cacheWriteTokens)
    expect(second.usage.inputTokens).toBeGreaterThan(second.usage.cachedInputTokens ?? 0)
  })

  test('gives an answer in fields, by the vendor’s own way, a tool, or words', async () => {
    const schema = { type: 'object', properties: { mood: { type: 'string', enum: ['good', 'bad'] } } }
    const request = { messages: [user('Hello')], structure: { name: 'mood', schema } }
    const own = await ask(way, thinking, request)
    expect(JSON.parse(textOf(own.parts))).toEqual({ mood: 'good' })
    const byTool = await ask(way, { modelName: 'claude-sonnet-4-0' }, request)
    expect(JSON.parse(textOf(byTool.parts))).toEqual({ mood: 'good' })
    expect(vendor.requests.at(-1)?.body.tool_choice).toMatchObject({ type: 'any' })
    await ask(way, { modelName: 'claude-sonnet-4-0', ...thinking }, request)
    expect(vendor.requests.at(-1)?.body.tools).toBeUndefined()
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toContain('JSON Schema')
  })

  test('goes on by itself when the vendor pauses among its own tools', async () => {
    const results = [{ url: 'https://a.example', title: 'A', text: 'Facts' }]
    vendor.respondWith(
      {
        thinking: 'Look.',
        webSearch: { query: 'a', results },
        stopReason: 'pause_turn',
        usage: { output: 5 },
      },
      { text: 'Found it.', usage: { output: 3 } },
    )
    const reply = await ask(way, thinking, { messages: [user('Look for a')], vendorTools: [webSearch] })
    expect(vendor.requests).toHaveLength(2)
    expect(textOf(reply.parts)).toBe('Found it.')
    expect(toolCallsOf(reply.parts)).toEqual([])
    expect(reply.usage.outputTokens).toBe(8)
    expect(reply.parts).toContainEqual(expect.objectContaining({ type: 'source', url: 'https://a.example' }))
    const again: Part[] = reply.parts
    await ask(way, thinking, {
      messages: [user('Look for a'), { role: 'assistant', content: again }, user('And b?')],
      vendorTools: [webSearch],
    })
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toContain('encrypted_content')
  })

  test('takes pictures and documents, when the author lets them through', async () => {
    const content = [
      { type: 'text' as const, text: '' },
      { type: 'file' as const, mediaType: 'image/png', source: { blob: 'png' } },
      { type: 'file' as const, mediaType: 'application/pdf', name: 'a.pdf', source: { blob: 'pdf' } },
      { type: 'file' as const, mediaType: 'text/csv', name: 'a.csv', source: { blob: 'csv' } },
    ]
    const messages: ModelMessage[] = [{ role: 'user', content }]
    await expect(ask(way, {}, { messages })).rejects.toThrow('Allow Image Uploads')
    expect(vendor.requests).toHaveLength(0)
    const reply = await ask(way, { allowImageUploads: true }, { messages })
    expect(textOf(reply.parts)).toContain('I see 1 image. I see 2 documents.')
  })
})

test('the vendor fetches addresses that are encrypted; others are fetched here', async () => {
  const at = (url: string) => ({ type: 'file' as const, mediaType: 'image/png', source: { url } })
  const content = [at('https://safe.example/dot.png'), at('http://plain.example/dot.png')]
  await ask('generate', { allowImageUploads: true }, { messages: [{ role: 'user', content }] })
  expect(vendor.requests.at(-1)?.body.messages?.[0]?.content).toMatchObject([
    { type: 'image', source: { type: 'url', url: 'https://safe.example/dot.png' } },
    { type: 'image', source: { type: 'base64' } },
  ])
})

describe('what the vendor refuses is never sent', () => {
  const everyModel = [
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-opus-4-7',
    'claude-sonnet-4-6',
    'claude-haiku-4-5',
  ]
  const everyWay: [string, JsonObject][] = [
    ['plain', {}],
    ['with every sampler', { temperature: 0.5, topP: 0.5, topK: 3, maxTokensToSample: 999_999 }],
    ['with a budget', { extendedThinking: true, budgetTokens: 10, topP: 0.2, topK: 3 }],
    ['adaptive', { adaptiveThinking: true, thinkingEffort: 'max', temperature: 0.1 }],
  ]

  test.each(everyModel.flatMap((model) => everyWay.map(([name, values]) => [model, name, values] as const)))(
    '%s, %s',
    async (modelName, _name, values) => {
      const messages: ModelMessage[] = [
        { role: 'assistant', content: 'Welcome.' },
        user(''),
        user('Hello'),
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'I begin: ' },
      ]
      const structure = { name: 'mood', schema: { type: 'object', properties: { mood: { type: 'string' } } } }
      await ask('stream', { modelName, ...values }, { messages, tools: [calculator] })
      await ask('generate', { modelName, ...values }, { messages, structure })
    },
  )
})

test('prompts that are asked once are not kept, nor any where the author wants none', async () => {
  const system: ModelMessage = { role: 'system', content: 'Be brief.' }
  await ask('generate', {}, { messages: [system, user('Hello')] })
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toContain('cache_control')
  const turn: ModelRequest = { messages: [system, user('Hello')], tools: [calculator] }
  await ask('generate', { promptCaching: false }, turn)
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toContain('cache_control')
  await ask('generate', {}, turn)
  expect(JSON.stringify(vendor.requests.at(-1)?.body).match(/cache_control/g)).toHaveLength(2)
})
