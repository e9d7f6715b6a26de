import type { ModelReply, ModelRequest } from '@runnel/node-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { collectParts, openCaseModel } from '../testing/open-case-model.fixture.ts'
import { googleCase } from './google-case.fixture.ts'

const PICTURE = 'iVBORw0KGgo='
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await googleCase.startFake()
})
afterAll(() => vendor.close())

const named = (name: string) => ({ id: `google.${name}`, name, settings: {} })
const weather = { name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }
const messages: ModelRequest['messages'] = [{ role: 'user', content: 'Who won?' }]
const noSignal = new AbortController().signal

async function ask(
  request: ModelRequest,
  streams: boolean,
  modelName = 'gemini-2.5-flash',
): Promise<ModelReply> {
  const { model } = await openCaseModel(googleCase, vendor, { values: { modelName } })
  if (!streams) return model.generate(request, noSignal)
  const last = (await collectParts(model.stream(request, noSignal))).at(-1)
  if (last?.type !== 'finish') throw new Error('The stream has no end.')
  return last.reply
}
const lastBody = () => (vendor.requests.at(-1) as unknown as { body: { tools?: object[] } }).body

describe.each([
  ['whole', false],
  ['streamed', true],
])('tools that Google runs itself, in an answer that comes %s', (_how, streams) => {
  test('search the web, and tell where it was found', async () => {
    vendor.respondWith({
      text: 'They did.',
      grounding: {
        webSearchQueries: ['who won'],
        groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }],
      },
    })
    const vendorTools = [named('google_search'), named('url_context')]
    const { parts } = await ask({ messages, vendorTools }, streams)
    expect(lastBody().tools).toEqual([{ googleSearch: {} }, { urlContext: {} }])
    expect(parts.find(({ type }) => type === 'source')).toMatchObject({
      url: 'https://a.example/',
      title: 'A',
    })
  })

  test('run code, which is told, and draw', async () => {
    vendor.respondWith({
      items: [
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { inlineData: { mimeType: 'image/png', data: PICTURE } },
      ],
      text: 'One.',
    })
    const { parts } = await ask({ messages, vendorTools: [named('code_execution')] }, streams)
    expect(parts).toMatchObject([
      { type: 'tool-call', name: 'code_execution', builtIn: true, input: { code: 'print(1)' } },
      { type: 'tool-result', name: 'code_execution', builtIn: true },
      { type: 'file', mediaType: 'image/png', source: { base64: PICTURE } },
      { type: 'text', text: 'One.' },
    ])
    vendor.respondWith({ text: 'Yes.' })
    const before = [...messages, { role: 'assistant' as const, content: parts }]
    await ask({ messages: [...before, { role: 'user', content: 'Is it a cat?' }] }, streams)
    expect(JSON.stringify(lastBody())).toContain(PICTURE)
  })

  test('are refused beside others where the model takes but one kind, and not where it takes both', async () => {
    const request = { messages, vendorTools: [named('google_search')], tools: [weather] }
    await expect(ask(request, streams)).rejects.toThrow(
      'gemini-2.5-flash takes no other tools beside those that Google runs itself.',
    )
    vendor.respondWith({ text: 'Both.' })
    await ask(request, streams, 'gemini-3-pro')
    expect(JSON.stringify(lastBody().tools)).toContain('weather')
  })
})
