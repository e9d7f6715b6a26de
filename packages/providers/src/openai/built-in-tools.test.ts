import { isJsonObject, type JsonObject } from '@runnel/contract'
import type { ModelMessage, ModelReply, ModelRequest } from '@runnel/node-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { collectParts } from '../testing/open-case-model.fixture.ts'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openOpenAIChatModel } from './open-openai-chat-model.ts'

const PICTURE = 'iVBORw0KGgo='
let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'sk-test-key', containerFiles: { 'c1/f1': 'a,b' } })
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterAll(() => vendor.close())

const named = (name: string) => ({ id: `openai.${name}`, name, settings: {} })
const weather = { name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }
const asked: ModelMessage[] = [{ role: 'user', content: 'Who won?' }]
const noSignal = new AbortController().signal

function open(values: JsonObject = {}) {
  const all = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, ...values }
  return openOpenAIChatModel(modelWith(all), providerContext({ openAIApiKey: 'sk-test-key' }))
}

async function ask(request: ModelRequest, streams: boolean): Promise<ModelReply> {
  const model = await open()
  if (!streams) return model.generate(request, noSignal)
  const parts = await collectParts(model.stream(request, noSignal))
  const last = parts.at(-1)
  if (last?.type !== 'finish') throw new Error('The stream has no end.')
  return last.reply
}

describe.each([
  ['whole', false],
  ['streamed', true],
])('tools that OpenAI runs itself, in an answer that comes %s', (_how, streams) => {
  test('search the web, and tell where it was found', async () => {
    vendor.respondWith({
      items: [{ type: 'web_search_call', action: { type: 'search', query: 'who won' } }],
      text: 'They did.',
      annotations: [
        { type: 'url_citation', url: 'https://a.example/', title: 'A', start_index: 0, end_index: 4 },
      ],
    })
    const { parts, usage } = await ask(
      { messages: asked, vendorTools: [named('web_search_preview')] },
      streams,
    )
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/responses',
      body: { tools: [{ type: 'web_search_preview' }] },
    })
    expect(parts).toMatchObject([
      { type: 'tool-call', name: 'web_search_preview', builtIn: true },
      { type: 'tool-result', name: 'web_search_preview', builtIn: true },
      ...(streams ? [{ type: 'text', text: 'They did.' }] : [{ type: 'text', text: 'They did.' }]),
      { type: 'source', url: 'https://a.example/', title: 'A' },
    ])
    expect(usage.totalTokens).toBeGreaterThan(0)
  })

  test('run code, whose files come along', async () => {
    vendor.respondWith({
      items: [{ type: 'code_interpreter_call', code: 'print(1)', container_id: 'c1', outputs: [] }],
      text: 'Here is the table.',
      annotations: [
        {
          type: 'container_file_citation',
          container_id: 'c1',
          file_id: 'f1',
          filename: 'table.csv',
          start_index: 0,
          end_index: 1,
        },
        {
          type: 'container_file_citation',
          container_id: 'c1',
          file_id: 'gone',
          filename: 'gone.csv',
          start_index: 0,
          end_index: 1,
        },
      ],
    })
    const { parts } = await ask({ messages: asked, vendorTools: [named('code_interpreter')] }, streams)
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({ input: { code: 'print(1)' } })
    expect(parts.filter(({ type }) => type === 'file')).toEqual([
      { type: 'file', mediaType: 'text/csv', name: 'table.csv', source: { base64: btoa('a,b') } },
    ])
    expect(parts.filter(({ type }) => type === 'source')).toMatchObject([
      { title: 'table.csv' },
      { title: 'gone.csv' },
    ])
  })

  test('draw pictures, which stand in a file alone', async () => {
    vendor.respondWith({ items: [{ type: 'image_generation_call', result: PICTURE }], text: 'A cat.' })
    const { parts } = await ask({ messages: asked, vendorTools: [named('image_generation')] }, streams)
    expect(parts.filter(({ type }) => type === 'file')).toEqual([
      { type: 'file', mediaType: 'image/png', source: { base64: PICTURE } },
    ])
    expect(JSON.stringify(parts).split(PICTURE)).toHaveLength(2)
  })

  test('stand beside others: what was said goes back by name', async () => {
    vendor.respondWith({
      items: [{ type: 'image_generation_call', result: PICTURE }],
      toolCalls: [{ id: 'w', name: 'weather', input: { city: 'Ulm' } }],
    })
    const request = { vendorTools: [named('image_generation')], tools: [weather] }
    const { parts } = await ask({ messages: asked, ...request }, streams)
    vendor.respondWith({ text: 'Sunny.' })
    const told: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-result', id: 'w', name: 'weather', content: 'sunny' }],
    }
    const messages: ModelMessage[] = [...asked, { role: 'assistant', content: parts }, told]
    const next = await ask({ messages, ...request }, streams)
    expect(next.parts).toMatchObject([{ type: 'text', text: 'Sunny.' }])
    const input = vendor.requests.at(-1)?.body.input
    expect(JSON.stringify(input)).not.toContain(PICTURE)
    const types = (Array.isArray(input) ? input : []).map((item) =>
      isJsonObject(item) ? item.type : undefined,
    )
    expect(types).toEqual(expect.arrayContaining(['item_reference', 'function_call_output']))
  })

  test('fail in words of the vendor', async () => {
    vendor.respondWith({ status: 400, message: 'Web search is off for this account.' })
    const request = { messages: asked, vendorTools: [named('web_search_preview')] }
    await expect(ask(request, streams)).rejects.toThrow('Web search is off for this account.')
  })

  test('are not asked for by others: those go to chat completions', async () => {
    await ask({ messages: asked, tools: [weather] }, streams)
    expect(vendor.requests[0]?.path).toBe('/v1/chat/completions')
  })
})

test('a stream with such tools that is cut, or fails, is no answer', async () => {
  const request = { messages: asked, vendorTools: [named('web_search_preview')] }
  for (const fault of [{ cutAfter: 3 }, { errorAfter: 3 }]) {
    vendor.respondWith({ text: 'They did not win at all.', ...fault })
    await expect(ask(request, true)).rejects.toMatchObject({ retryable: true })
  }
})
