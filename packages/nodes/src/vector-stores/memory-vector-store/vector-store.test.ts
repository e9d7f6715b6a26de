import type { JsonObject } from '@runnel/contract'
import type { CallVectors, Document } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { retrieveFromMemory } from './retriever.ts'
import { memoryVectorStoreCapability } from './vector-store.ts'

const embedder = createTestComponent('demoEmbeddings')

/** A store in memory that notes what it was asked. */
function createStore() {
  const sources = new Map<string, Document[]>()
  const searches: { keys: string[]; limit: number; filter?: JsonObject }[] = []
  const vectors: Partial<CallVectors> = {
    hasSource: async (key, source) => sources.has(`${key} ${source}`),
    add: async (key, { source, documents }) => {
      sources.set(`${key} ${source}`, documents)
      return { added: documents.length, known: 0 }
    },
    search: async (keys, { limit, filter }) => {
      searches.push({ keys, limit, ...(filter && { filter }) })
      const searched = [...sources].filter(([name]) => keys.includes(name.split(' ')[0] ?? ''))
      return searched.flatMap(([, documents]) => documents).map((document) => ({ ...document, score: 1 }))
    },
  }
  return { sources, searches, vectors }
}

function store(text: string, values = {}, embedders = [embedder]) {
  const source = createTestComponent(
    'plainText',
    { values: { text } },
    { documentSource: async () => [{ pageContent: text, metadata: {} }] },
  )
  return createTestComponent('memoryVectorStore', {
    values,
    anchors: { document: [source], embeddings: embedders },
  })
}

test('documents are taken in once, and again when they changed', async () => {
  const { sources, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  expect(await retrieveFromMemory(store('tea'), { query: 'q' }, call)).toMatchObject([{ pageContent: 'tea' }])
  expect(await memoryVectorStoreCapability.ingest(store('tea'), call)).toEqual({ added: 0, known: 0 })
  expect(sources.size).toBe(1)
  await memoryVectorStoreCapability.ingest(store('coffee'), call)
  expect(sources.size).toBe(2)
})

test('as many are found as the node says, or who asks', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  await retrieveFromMemory(store('a'), { query: 'q' }, call)
  await retrieveFromMemory(store('a', { topK: '2' }), { query: 'q' }, call)
  await retrieveFromMemory(store('a', { topK: '2' }), { query: 'q', limit: 7 }, call)
  expect(searches.map(({ limit }) => limit)).toEqual([4, 2, 7])
})

test('a filter of who asks reaches the store', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  await retrieveFromMemory(store('a'), { query: 'q', filter: { owner: 'ada' } }, call)
  expect(searches).toMatchObject([{ filter: { owner: 'ada' } }])
})

test('vectors of another embedder are another collection', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const other = createTestComponent('demoEmbeddings', { values: { dimensions: 64 } })
  await retrieveFromMemory(store('a'), { query: 'q' }, call)
  await retrieveFromMemory(store('a', {}, [other]), { query: 'q' }, call)
  expect(new Set(searches.flatMap(({ keys }) => keys)).size).toBe(4)
})

test('a source that changed takes the place of what it was, and what a caller gave stays', async () => {
  const { vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const find = async (text: string) =>
    (await retrieveFromMemory(store(text), { query: 'q' }, call)).map(({ pageContent }) => pageContent)
  expect(await find('tea')).toEqual(['tea'])
  const given = store('milk')
  const overrides = { [given.anchors.document?.[0]?.nodeId ?? '']: { text: 'milk' } }
  const upsert = { ...call, run: { ...call.run, overrides } }
  expect(await memoryVectorStoreCapability.ingest(given, upsert)).toEqual({ added: 1, known: 0 })
  expect(await find('coffee')).toEqual(['milk', 'coffee'])
})

test('without embeddings it says what to do', async () => {
  const { call } = createTestCallContext()
  await expect(retrieveFromMemory(store('a', {}, []), { query: 'q' }, call)).rejects.toThrow(
    'has no embeddings',
  )
})

test('documents that a flow gives are added too', async () => {
  const { sources, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const documents = [{ pageContent: 'milk', metadata: {} }]
  expect(await memoryVectorStoreCapability.add(store('tea'), documents, call)).toEqual({ added: 1, known: 0 })
  expect([...sources.values()]).toEqual([documents])
})
