import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentStore, DocumentStoreRecord, IndexResult, NodeDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAIConfig } from '../testing/example-flows.ts'
import { startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { postForm } from '../testing/post-form.ts'
import { LINES } from '../testing/store-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

interface Refusal {
  message: string
  issues?: { path: string }[]
}

interface ChunkPage {
  chunks: { pageContent: string; metadata: Record<string, unknown> }[]
}

/** Too long to stand in one chunk with another. */
const COCOA = 'Cocoa likes milk and a spoon of sugar.'
const PUNCH = 'Punch is hot and made for cold days.'

describe.each(databaseKinds)('calls of document stores, on %s', (kind) => {
  let running: VendorServer
  let caller: TestCaller
  let scene: StoreScene
  /** A site that answers when it is let. */
  let site: Server
  let letAnswer = () => {}

  beforeAll(async () => {
    site = createServer((_request, response) => {
      letAnswer = () => response.end('{"tea":"white"}')
      site.emit('asked')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    running = await startVendorServer({ kind, env: { EGRESS_ALLOW: siteHost() } })
    caller = running.administrator
    scene = createStoreScene(caller, running.vendor, running.credentialId)
  })
  afterAll(async () => {
    await running.stop()
    site.close()
  })

  const siteHost = () => `127.0.0.1:${(site.address() as AddressInfo).port}`
  const listStores = (query: string) =>
    caller.expect<{ data: DocumentStore[]; total: number }>(200, 'GET', `/document-store/store?${query}`)
  const texts = async (storeId: string, loaderId = 'all') => {
    const path = `/document-store/chunks/${storeId}/${loaderId}/1`
    return (await caller.expect<ChunkPage>(200, 'GET', path)).chunks.map(({ pageContent }) => pageContent)
  }
  /** A store of three lines whose settings for vectors are kept. */
  async function makeReady() {
    const made = await scene.makeFilled()
    const body = { storeId: made.storeId, ...scene.settings }
    await caller.expect(200, 'POST', '/document-store/vectorstore/save', body)
    return made
  }

  test('the list of stores comes in pages, each store once, and says how many there are', async () => {
    for (const name of ['Attic', 'Boat', 'Cellar', 'Dairy', 'Engine']) await scene.makeStore(name)
    const { total, data } = await listStores('page=1&limit=2')
    expect([data.length, total]).toEqual([2, expect.any(Number)])
    expect(total).toBeGreaterThanOrEqual(5)
    const pages = Array.from({ length: Math.ceil(total / 2) }, (_, at) =>
      listStores(`page=${at + 1}&limit=2`),
    )
    const names = (await Promise.all(pages)).flatMap((page) => page.data.map(({ id }) => id))
    expect(new Set(names).size).toBe(total)
    expect(names).toHaveLength(total)
    expect(await listStores('page=99&limit=2')).toEqual({ data: [], total })
    const all = await caller.expect<DocumentStore[]>(200, 'GET', '/document-store/store')
    expect(all.map(({ id }) => id)).toEqual(names)
  })

  test('the record managers that a store can have are named, and nothing else', async () => {
    const found = await caller.expect<NodeDefinition[]>(
      200,
      'GET',
      '/document-store/components/recordmanager',
    )
    expect(found.map(({ name }) => name).sort()).toEqual([
      'MySQLRecordManager',
      'SQLiteRecordManager',
      'postgresRecordManager',
    ])
    for (const { category, inputs } of found) {
      expect(category).toBe('Record Manager')
      expect(inputs.map(({ name }) => name)).toContain('cleanup')
    }
    const reader = await running.server.withKey(['documentStores:view'])
    await reader.expect(403, 'GET', '/document-store/components/recordmanager')
  })

  test('the settings of the vector store alone are changed, and answer from the next upsert on, which embeds nothing', async () => {
    const { storeId } = await scene.makeFilled()
    await scene.insert(storeId)
    expect((await scene.query(storeId, 'tea')).docs).toHaveLength(1)
    const path = '/document-store/vectorstore/update'
    const changed = { storeId, vectorStoreName: 'memoryVectorStore', vectorStoreConfig: { topK: '3' } }
    const record = await caller.expect<DocumentStoreRecord>(200, 'POST', path, changed)
    expect(JSON.parse(String(record.vectorStoreConfig))).toEqual({
      name: 'memoryVectorStore',
      config: { topK: '3' },
    })
    const after = await scene.get(storeId)
    expect(after).toMatchObject({
      status: 'STALE',
      answers: true,
      vectorStoreConfig: { name: 'memoryVectorStore', config: { topK: '3' } },
      embeddingConfig: { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-small' } },
    })
    expect((await scene.query(storeId, 'tea')).docs).toHaveLength(1)
    const made = await caller.expect(200, 'POST', '/document-store/vectorstore/insert', { storeId })
    expect(made).toMatchObject({ numAdded: 0, numSkipped: 3 })
    expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTED' })
    expect((await scene.query(storeId, 'tea')).docs).toHaveLength(3)
    const refused = await caller.call<Refusal>('POST', path, { ...changed, vectorStoreName: 'plainText' })
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'vectorStoreConfig'])
    expect(await scene.get(storeId)).toMatchObject({ vectorStoreConfig: after.vectorStoreConfig })
  })

  test('documents are taken into a new store with the settings and the loader of the old one, which stays', async () => {
    const { storeId, loaderId } = await makeReady()
    const path = `/document-store/upsert/${storeId}`
    const body = {
      docId: loaderId,
      createNewDocStore: true,
      docStore: { name: 'Winter drinks', description: 'For cold days.' },
      loader: { config: { text: `${COCOA}\n${PUNCH}` } },
    }
    const before = await scene.get(storeId)
    const made = await caller.expect<IndexResult & { docId: string }>(200, 'POST', path, body)
    expect(made).toMatchObject({ numAdded: 2, totalKeys: 2 })
    expect(made.docId).not.toBe(loaderId)
    expect(await scene.get(storeId)).toEqual(before)
    const { data } = await listStores('page=1&limit=200')
    const [found] = data.filter(({ name }) => name === 'Winter drinks')
    const fresh = await scene.get(found?.id ?? '')
    expect(fresh).toMatchObject({
      description: 'For cold days.',
      status: 'UPSERTED',
      totalChunks: 2,
      embeddingConfig: before.embeddingConfig,
      vectorStoreConfig: before.vectorStoreConfig,
      loaders: [{ id: made.docId, loaderId: 'plainText', splitterId: 'characterTextSplitter' }],
    })
    expect(await texts(fresh.id)).toEqual([COCOA, PUNCH])
    expect((await scene.query(fresh.id, PUNCH)).docs[0]?.pageContent).toBe(PUNCH)
  })

  test('a new store is made by nobody who may not create one', async () => {
    const { storeId, loaderId } = await makeReady()
    const { total } = await listStores('page=1&limit=1')
    const key = await running.server.withKey(['documentStores:upsert-config', 'documentStores:view'])
    const body = { docId: loaderId, createNewDocStore: true }
    await key.expect(403, 'POST', `/document-store/upsert/${storeId}`, body)
    expect((await listStores('page=1&limit=1')).total).toBe(total)
  })

  test.each(['not json', '["a list"]', '7', '{"half":'])(
    'metadata that are no object are refused by name, as JSON and in a form: %s',
    async (metadata) => {
      const { storeId, loaderId } = await makeReady()
      const path = `/document-store/upsert/${storeId}`
      const json = await caller.call<Refusal>('POST', path, { docId: loaderId, metadata })
      expect([json.status, json.body.issues?.map(({ path: field }) => field)]).toEqual([400, ['metadata']])
      const { key } = await running.server.withKey(['documentStores:upsert-config'])
      const form = await postForm(running.server, path, {
        fields: { docId: loaderId, metadata },
        headers: { authorization: `Bearer ${key}` },
      })
      expect([form.status, form.body.issues]).toEqual([400, [expect.objectContaining({ path: 'metadata' })]])
      expect((await scene.get(storeId)).loaders).toHaveLength(1)
    },
  )

  test('good metadata, as an object or its text, stand on what is taken in', async () => {
    const { storeId } = await makeReady()
    const path = `/document-store/upsert/${storeId}`
    const loader = { name: 'plainText', config: { text: 'Cocoa likes milk.' } }
    for (const metadata of [{ kind: 'drink' }, '{"kind":"drink"}']) {
      const { docId } = await caller.expect<{ docId: string }>(200, 'POST', path, { loader, metadata })
      const page = await caller.expect<ChunkPage>(200, 'GET', `/document-store/chunks/${storeId}/${docId}/1`)
      expect(page.chunks).toMatchObject([{ pageContent: 'Cocoa likes milk.', metadata: { kind: 'drink' } }])
    }
  })

  test('a refresh changes the loaders that its items name, adds those they describe, and leaves the others', async () => {
    const { storeId, loaderId } = await makeReady()
    const other = await scene.save(storeId, scene.lines('Rooibos has no caffeine.'))
    await scene.process(storeId, other.id)
    await scene.insert(storeId)
    const items = [
      { docId: loaderId, replaceExisting: true, loader: { config: { text: 'Matcha is whisked.' } } },
      { loader: { name: 'plainText', config: { text: 'Punch is hot.' } }, metadata: { season: 'winter' } },
    ]
    const results = await caller.expect<IndexResult[]>(200, 'POST', `/document-store/refresh/${storeId}`, {
      items,
    })
    // The three lines went with their loader; what is updated takes the place of a chunk that stood there.
    expect(results).toMatchObject([{ numSkipped: 1, totalKeys: 3 }])
    const { loaders, status } = await scene.get(storeId)
    expect(status).toBe('UPSERTED')
    expect(loaders).toHaveLength(3)
    expect(await texts(storeId, loaderId)).toEqual(['Matcha is whisked.'])
    expect(await texts(storeId, other.id)).toEqual(['Rooibos has no caffeine.'])
    const added = loaders.find(({ id }) => id !== loaderId && id !== other.id)
    expect(await texts(storeId, added?.id)).toEqual(['Punch is hot.'])
    const { docs } = await scene.query(storeId, 'drinks', { topK: '9' })
    expect(docs.map(({ pageContent }) => pageContent).sort()).toEqual([
      'Matcha is whisked.',
      'Punch is hot.',
      'Rooibos has no caffeine.',
    ])
  })

  test('a loader that is being read says so, its store is stale meanwhile, and both are in step after', async () => {
    const storeId = await scene.makeStore('Site')
    const loaderConfig = { method: 'GET', url: `http://${siteHost()}/tea` }
    const { id } = await scene.save(storeId, { loaderId: 'apiLoader', loaderConfig })
    const standing = async () => {
      const { status, loaders } = await scene.get(storeId)
      return [status, loaders[0]?.status]
    }
    expect(await standing()).toEqual(['STALE', 'NEW'])
    const asked = once(site, 'asked')
    const { jobId } = await caller.expect<{ jobId: string }>(
      200,
      'POST',
      `/document-store/loader/process/${id}?wait=false`,
      { storeId, id },
    )
    await asked
    expect(await standing()).toEqual(['STALE', 'SYNCING'])
    letAnswer()
    expect((await caller.call('GET', `/runs/${jobId}/events`)).text).toContain('run-end')
    expect(await standing()).toEqual(['SYNC', 'SYNC'])
    expect((await texts(storeId)).join()).toContain('white')
  })

  describe('a description of a store for a model that shall look into it', () => {
    const describeStore = (storeId: string, selectedChatModel: object) =>
      caller.call<Refusal & { content: string }>('POST', `/document-store/generate-tool-desc/${storeId}`, {
        selectedChatModel,
      })
    const model = () => {
      const { FLOWISE_CREDENTIAL_ID, ...inputs } = openAIConfig(running.vendor, running.credentialId)
      return { name: 'chatOpenAI', credential: String(FLOWISE_CREDENTIAL_ID), inputs }
    }

    test('is written by the model that was chosen, from the first four chunks', async () => {
      const lines = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(
        (which) => `${which} of the lines that are told.`,
      )
      const { storeId } = await scene.makeFilled(lines.join('\n'))
      running.vendor.respondWith({ text: '  Useful for questions on six things. ' })
      const { status, body } = await describeStore(storeId, model())
      expect([status, body]).toEqual([200, { content: 'Useful for questions on six things.' }])
      const asked = running.vendor.requests.at(-1)
      expect(asked?.path).toContain('/chat/completions')
      expect(asked?.headers.authorization).toBe('Bearer sk-test-key-of-the-vendor')
      expect(asked?.body.model).toBe('gpt-4o-mini')
      const told = JSON.stringify(asked?.body)
      for (const line of lines.slice(0, 4)) expect(told).toContain(line)
      expect(told).not.toContain(lines[4])
    })

    test('is asked for with a key only by who draws flows or sets up stores, and so is another order of what is found', async () => {
      const { storeId } = await scene.makeFilled()
      await scene.insert(storeId)
      const passages = [{ text: 'x' }]
      await caller.expect(200, 'POST', `/document-store/questions/${storeId}`, { question: 'x', passages })
      const looks = await running.server.withKey(['documentStores:view', 'credentials:update'])
      const draws = await running.server.withKey([
        'documentStores:view',
        'credentials:update',
        'agentflows:update',
      ])
      const { id } = await caller.expect<{ id: string }>(200, 'POST', '/credentials', {
        name: 'Reranker',
        credentialName: 'cohereApi',
        plainDataObj: { cohereApiKey: 'co-of-the-house' },
      })
      const reranker = { name: 'cohereRerankRetriever', config: { FLOWISE_CREDENTIAL_ID: id } }
      const ask = async (asker: TestCaller) => [
        await asker.call<Refusal>('POST', `/document-store/generate-tool-desc/${storeId}`, {
          selectedChatModel: model(),
        }),
        await asker.call<Refusal>('POST', `/document-store/tests/${storeId}`, { variants: [{ reranker }] }),
      ]
      const before = running.vendor.callCount
      for (const { status, body } of await ask(looks))
        expect([status, body.issues?.[0]?.path]).toEqual([400, 'credential'])
      expect(running.vendor.callCount).toBe(before)
      expect((await ask(draws)).map(({ status }) => status)).toEqual([200, 200])
    })

    test('is refused by name for a node that is no chat model, and of a store without chunks', async () => {
      const { storeId } = await scene.makeFilled()
      const before = running.vendor.callCount
      const refused = await describeStore(storeId, { name: 'plainText' })
      expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'selectedChatModel'])
      const empty = await describeStore(await scene.makeStore('Empty'), model())
      expect([empty.status, empty.body.message]).toEqual([400, expect.stringContaining('no chunks yet')])
      expect(running.vendor.callCount).toBe(before)
    })

    test('is not there where the model fails, and no key stands in what is said', async () => {
      const { storeId } = await scene.makeFilled(LINES[0])
      running.vendor.respondWith({ status: 401, message: 'Incorrect API key provided: sk-test-key' })
      const { status, body, text } = await describeStore(storeId, model())
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.message).toContain('refused')
      expect(text).not.toContain('sk-test-key')
    })
  })
})
