import type { JsonObject } from '@runnel/contract'
import type { CallVectors, Document } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { retrieveFromEmbedded } from './embedded-retriever.ts'
import { embeddedStore } from './embedded-store.ts'

const embedder = createTestComponent('demoEmbeddings')

/** A store in memory that notes what it was asked. */
function createStore() {
  const sources = new Map<string, Document[]>()
  const searches: { keys: string[]; limit: number; filter?: JsonObject }[] = []
  const vectors: Partial<CallVectors> = {
    hasSource: async (key, source) =>
      source === undefined
        ? [...sources.keys()].some((name) => name.startsWith(`${key} `))
        : sources.has(`${key} ${source}`),
    countSource: async (key, source) => sources.get(`${key} ${source}`)?.length ?? 0,
    add: async (key, { source, documents, replaces }) => {
      for (const name of replaces ? sources.keys() : []) if (name.startsWith(`${key} `)) sources.delete(name)
      if (replaces && documents.length === 0) return { added: 0, known: 0 }
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
  expect(await retrieveFromEmbedded(store('tea'), { query: 'q' }, call)).toMatchObject([
    { pageContent: 'tea' },
  ])
  expect(await embeddedStore.ingest(store('tea'), call)).toMatchObject({ added: 0, known: 1 })
  expect(sources.size).toBe(1)
  await embeddedStore.ingest(store('coffee'), call)
  expect(sources.size).toBe(2)
})

test('as many are found as the node says, or who asks', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  await retrieveFromEmbedded(store('a'), { query: 'q' }, call)
  await retrieveFromEmbedded(store('a', { topK: '2' }), { query: 'q' }, call)
  await retrieveFromEmbedded(store('a', { topK: '2' }), { query: 'q', limit: 7 }, call)
  expect(searches.map(({ limit }) => limit)).toEqual([4, 2, 7])
})

test('a filter of who asks reaches the store', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  await retrieveFromEmbedded(store('a'), { query: 'q', filter: { owner: 'ada' } }, call)
  expect(searches).toMatchObject([{ filter: { owner: 'ada' } }])
})

test('vectors of another embedder are another collection', async () => {
  const { searches, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const other = createTestComponent('demoEmbeddings', { values: { dimensions: 64 } })
  await retrieveFromEmbedded(store('a'), { query: 'q' }, call)
  await retrieveFromEmbedded(store('a', {}, [other]), { query: 'q' }, call)
  expect(new Set(searches.flatMap(({ keys }) => keys)).size).toBe(4)
})

test('a source that changed takes the place of what it was, and what a caller gave stays', async () => {
  const { vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const find = async (text: string) =>
    (await retrieveFromEmbedded(store(text), { query: 'q' }, call)).map(({ pageContent }) => pageContent)
  expect(await find('tea')).toEqual(['tea'])
  const given = store('milk')
  const overrides = { [given.anchors.document?.[0]?.nodeId ?? '']: { text: 'milk' } }
  const upsert = { ...call, run: { ...call.run, overrides } }
  expect(await embeddedStore.ingest(given, upsert)).toMatchObject({ added: 1, known: 0 })
  expect(await find('coffee')).toEqual(['milk', 'coffee'])
})

test('without embeddings it says what to do', async () => {
  const { call } = createTestCallContext()
  await expect(retrieveFromEmbedded(store('a', {}, []), { query: 'q' }, call)).rejects.toThrow(
    'has no embeddings',
  )
})

test('documents that a flow gives are added too', async () => {
  const { sources, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const documents = [{ pageContent: 'milk', metadata: {} }]
  expect(await embeddedStore.add(store('tea'), documents, call)).toMatchObject({
    added: 1,
    known: 0,
  })
  expect([...sources.values()]).toEqual([documents])
})

test('what a chat gave is found by questions of that caller’s chat alone', async () => {
  const { vectors, searches, sources } = createStore()
  const chatStore = (values = {}) => store('tea', { fileUpload: true, ...values })
  const [loader] = chatStore().anchors.document ?? []
  const filling = {
    onlyForChat: 'mine',
    namespace: 'user:1',
    overrides: { [loader?.nodeId ?? '']: { text: 'x' } },
  }
  const ingest = createTestCallContext({ vectors, run: { ...filling, chatId: 'of the filling' } }).call
  await embeddedStore.ingest(chatStore(), ingest)
  const [own = ''] = [...sources.keys()].map((name) => name.split(' ')[0] ?? '')
  const search = async (run: object, values = {}) => {
    await retrieveFromEmbedded(
      chatStore(values),
      { query: 'q' },
      createTestCallContext({ vectors, run }).call,
    )
    return searches.at(-1)?.keys.includes(own)
  }
  expect(await search({ chatId: 'mine', namespace: 'user:1' })).toBe(true)
  expect(await search({ chatId: 'other', namespace: 'user:1' })).toBe(false)
  expect(await search({ chatId: 'mine', namespace: 'anonymous' })).toBe(false)
  expect(await search({ chatId: 'mine', namespace: 'user:1' }, { fileUpload: false })).toBe(false)
})

test('a loader without a file waits for those of chats', async () => {
  const { vectors } = createStore()
  const waiting = (fileUpload: boolean) => {
    const documentSource = () => Promise.reject(new Error('It has no file.'))
    const loader = createTestComponent(
      'pdfFile',
      { fileParams: ['pdfFile'], needsFile: true },
      { documentSource },
    )
    const anchors = { document: [loader], embeddings: [embedder] }
    return createTestComponent('memoryVectorStore', { values: { fileUpload }, anchors })
  }
  const { call } = createTestCallContext({ vectors })
  expect(await retrieveFromEmbedded(waiting(true), { query: 'q' }, call)).toEqual([])
  await expect(retrieveFromEmbedded(waiting(false), { query: 'q' }, call)).rejects.toThrow('It has no file.')
})

test('what servers say is asked for again by who fills the store, and by no question', async () => {
  const { sources, vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const hashed = { ...call, hash: (value: unknown) => JSON.stringify(value).replaceAll(' ', '') }
  let pages = ['green']
  let asked = 0
  const load = async () => {
    asked += 1
    return pages.map((pageContent) => ({ pageContent, metadata: {} }))
  }
  const site = createTestComponent('site', { readsOutside: true }, { documentSource: load })
  const web = createTestComponent('memoryVectorStore', {
    anchors: { document: [site], embeddings: [embedder] },
  })
  const find = async () =>
    (await retrieveFromEmbedded(web, { query: 'q' }, hashed)).map(({ pageContent }) => pageContent)
  expect(await find()).toEqual(['green'])
  pages = ['green', 'black']
  expect(await find()).toEqual(['green'])
  expect(asked).toBe(1)
  await embeddedStore.ingest(web, hashed)
  expect([await find(), sources.size]).toEqual([['green', 'black'], 1])
  pages = []
  await embeddedStore.ingest(web, hashed)
  expect(await find()).toEqual([])
})

test('a loader without its file is nothing where callers gave documents, and told where nobody did', async () => {
  const { vectors } = createStore()
  const { call } = createTestCallContext({ vectors })
  const documentSource = () => Promise.reject(new Error('It has no file.'))
  const pdf = createTestComponent(
    'pdfFile',
    { nodeId: 'pdf', values: { pdfFile: '' }, fileParams: ['pdfFile'], needsFile: true },
    { documentSource },
  )
  const empty = createTestComponent('memoryVectorStore', {
    anchors: { document: [pdf], embeddings: [embedder] },
  })
  await expect(retrieveFromEmbedded(empty, { query: 'q' }, call)).rejects.toThrow('no file')
  await expect(embeddedStore.ingest(empty, call)).rejects.toThrow('no file')
  const given = store('milk').anchors.document?.[0]
  const both = { ...empty, anchors: { ...empty.anchors, document: [pdf, ...(given ? [given] : [])] } }
  const overrides = { [given?.nodeId ?? '']: { text: 'milk' } }
  const upsert = { ...call, run: { ...call.run, overrides } }
  expect(await embeddedStore.ingest(both, upsert)).toMatchObject({ added: 1, known: 0 })
  expect(await retrieveFromEmbedded(empty, { query: 'q' }, call)).toMatchObject([{ pageContent: 'milk' }])
})
