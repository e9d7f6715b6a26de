import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { openOpenAIEmbedder } from './open-openai-embedder.ts'

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'sk-test-key' })
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterAll(() => vendor.close())

const signal = new AbortController().signal

function open(values = {}, openAIApiKey = 'sk-test-key') {
  const all = { modelName: 'text-embedding-3-small', basepath: vendor.baseURL, ...values }
  return openOpenAIEmbedder(
    createTestComponent('openAIEmbeddings', { values: all }),
    providerContext({ openAIApiKey }),
  )
}

test('texts become vectors in their order, with the tokens that they cost', async () => {
  const embedder = await open({ dimensions: '64' })
  const { vectors, inputTokens } = await embedder.embed(
    ['tea on hills', 'coal at sea', 'tea on hills'],
    signal,
  )
  expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64])
  expect(vectors[0]).toEqual(vectors[2])
  expect(vectors[0]).not.toEqual(vectors[1])
  expect(inputTokens).toBeGreaterThan(0)
})

test('vectors stand in the order of the texts where a server answers them in another one', async () => {
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ]
  const context = {
    ...providerContext({ openAIApiKey: 'sk-test-key' }),
    fetch: async () => Response.json({ data, usage: { prompt_tokens: 2, total_tokens: 2 } }),
  }
  const values = { modelName: 'text-embedding-3-small', basepath: vendor.baseURL }
  const embedder = await openOpenAIEmbedder(createTestComponent('openAIEmbeddings', { values }), context)
  expect((await embedder.embed(['tea', 'coal'], signal)).vectors).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('what the node says is sent, and tells which vectors fit each other', async () => {
  const embedder = await open({ dimensions: 32, batchSize: '7', stripNewLines: true })
  await embedder.embed(['a\nb', ''], signal)
  expect(vendor.requests.at(-1)?.body).toMatchObject({
    model: 'text-embedding-3-small',
    dimensions: 32,
    input: ['a b', ' . '],
  })
  expect(embedder.maxTexts).toBe(7)
  expect(embedder.space).toEqual({
    vendor: vendor.baseURL,
    modelName: 'text-embedding-3-small',
    dimensions: 32,
  })
})

test('a refused key is said in plain words, and never shown', async () => {
  const refused = (await open({}, 'sk-wrong')).embed(['a'], signal)
  await expect(refused).rejects.toMatchObject({ code: 'model_error', retryable: false })
  await expect(refused).rejects.not.toThrow('sk-wrong')
})

test('too many requests may be tried again', async () => {
  vendor.embedWith({ status: 429, message: 'Slow down', headers: { 'retry-after': '2' } })
  await expect((await open()).embed(['a'], signal)).rejects.toMatchObject({
    retryable: true,
    retryAfterMs: 2000,
  })
})

test('without a model it says what to do', async () => {
  await expect(open({ modelName: '' })).rejects.toThrow('has no model')
})
