import { type ModelRequest, toolCallsOf } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { startFakeOllama } from '../testing/fake-ollama/fake-ollama-server.ts'
import { collectParts, leadToFake, openCaseModel } from '../testing/open-case-model.fixture.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { listOllamaModels } from './list-ollama-models.ts'
import { ollamaCase } from './ollama-case.fixture.ts'
import { openOllamaChatModel } from './open-ollama-chat-model.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const weather = {
  name: 'weather',
  description: 'Tells the weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await startFakeOllama({ apiKey: 'test-key-of-ollama' })
})
afterEach(() => vendor.close())
const open = async (values = {}) => (await openCaseModel(ollamaCase, vendor, { values })).model

describe('what only Ollama does', () => {
  test('a model that the server does not have is said in its words', async () => {
    const failing = (await open({ modelName: 'mixtral' })).generate(hello, noSignal)
    await expect(failing).rejects.toMatchObject({
      vendorStatus: 404,
      retryable: false,
      message: expect.stringContaining("model 'mixtral' not found"),
    })
  })

  test('a model that cannot think is said in its words', async () => {
    const failing = (await open({ modelName: 'llama3.2', think: true })).generate(hello, noSignal)
    await expect(failing).rejects.toThrow('does not support thinking')
  })

  test('an address that ends with /api is understood', async () => {
    await (await open({ baseUrl: 'http://localhost:11434/api/' })).generate(hello, noSignal)
    expect(vendor.requests.at(-1)?.path).toBe('/api/chat')
  })

  test.each(['generate', 'stream'] as const)(
    'what it thought goes back with the calls that came of it (%s)',
    async (way) => {
      const model = await open({ think: true })
      vendor.respondWith({
        reasoning: 'Look it up.',
        toolCalls: [{ name: 'weather', input: { city: 'Bern' } }],
      })
      const request = { ...hello, tools: [weather] }
      const first =
        way === 'generate'
          ? await model.generate(request, noSignal)
          : (await collectParts(model.stream(request, noSignal))).flatMap((part) =>
              part.type === 'finish' ? [part.reply] : [],
            )[0]
      expect(first?.finishReason).toBe('tool-calls')
      const parts = first?.parts ?? []
      const results = toolCallsOf(parts).map(({ id, name }) => ({
        type: 'tool-result' as const,
        id,
        name,
        content: 'Rain',
      }))
      await model.generate(
        {
          ...request,
          messages: [
            ...hello.messages,
            { role: 'assistant', content: parts },
            { role: 'tool', content: results },
          ],
        },
        noSignal,
      )
      expect(vendor.requests.at(-1)?.body).toMatchObject({
        messages: [
          { role: 'user', content: 'Hello' },
          {
            role: 'assistant',
            thinking: 'Look it up.',
            tool_calls: [{ function: { name: 'weather', arguments: { city: 'Bern' } } }],
          },
          { role: 'tool', tool_name: 'weather', content: 'Rain' },
        ],
      })
    },
  )

  test('an image at an address is read here: the server fetches none', async () => {
    const address = 'https://images.example/cat.png'
    const component = createTestComponent('chatOllama', {
      values: { ...ollamaCase.values, allowImageUploads: true },
    })
    const context = providerContext(ollamaCase.credential, { [address]: new TextEncoder().encode('cat') })
    const model = await openOllamaChatModel(component, { ...context, fetch: leadToFake(vendor) })
    const content = [{ type: 'file' as const, mediaType: 'image/png', source: { url: address } }]
    await model.generate({ messages: [{ role: 'user', content }] }, noSignal)
    expect(vendor.requests.at(-1)?.body).toMatchObject({ messages: [{ images: ['Y2F0'] }] })
  })

  test('an error in the middle of a stream is told', async () => {
    vendor.respondWith({ text: 'One two three.', errorAfter: 1 })
    const failing = collectParts((await open()).stream(hello, noSignal))
    await expect(failing).rejects.toThrow('llama runner died')
  })

  test('an answer that was too long says so', async () => {
    vendor.respondWith({ text: 'One', finishReason: 'length' })
    expect(await (await open()).generate(hello, noSignal)).toMatchObject({ finishReason: 'length' })
  })

  test('the models of the server can be chosen', async () => {
    const listed = await listOllamaModels({
      values: { baseUrl: vendor.origin },
      catalogue: [],
      previousNodes: [],
      fetch,
      signal: noSignal,
    })
    expect(listed.map(({ name }) => name)).toContain('qwen3:8b')
  })
})
