import type { AuditEntry, ChunkOrigin, DocumentLoader } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainEdge, chainNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { LINES } from '../testing/store-flow.ts'
import { createStoreScene, inlineFile } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const SECRET = 'The salary of Ada is ninety thousand.'
const QUESTION = 'What is the salary of Ada?'
/** All that somebody can hold who works with stores and flows, but no tag. */
const EVERYTHING_ELSE = [
  ...['view', 'create', 'update', 'delete', 'add-loader', 'delete-loader'].map(
    (verb) => `documentStores:${verb}`,
  ),
  'documentStores:preview-process',
  'documentStores:upsert-config',
  'chatflows:view',
  'chatflows:update',
  'agentflows:view',
  'agentflows:update',
  'executions:view',
  'apikeys:create',
]

describe.each(databaseKinds)('a document with a tag, on %s', (kind) => {
  let running: VendorServer
  let admin: TestCaller
  let other: TestCaller
  let carrier: TestCaller
  let scene: ReturnType<typeof createStoreScene>
  let storeId: string
  let open: string
  let secret: string
  beforeAll(async () => {
    running = await startVendorServer({ kind })
    admin = running.administrator
    other = await running.server.withKey(EVERYTHING_ELSE)
    carrier = await running.server.withKey([...EVERYTHING_ELSE, 'documentTags:hr'])
    scene = createStoreScene(admin, running.vendor, running.credentialId)
  })
  afterAll(() => running.stop())
  beforeEach(async () => {
    storeId = await scene.makeStore('People')
    open = (await scene.save(storeId, scene.lines())).id
    const file = inlineFile(new TextEncoder().encode(SECRET), 'salaries.txt', 'text/plain')
    secret = (await scene.save(storeId, { loaderId: 'textFile', loaderConfig: { txtFile: file } })).id
    for (const id of [open, secret]) await scene.process(storeId, id)
    await admin.expect(200, 'PUT', tagsOf(secret), { tags: ['hr'] })
    await scene.insert(storeId, { vectorStoreConfig: { topK: '10' } })
  })

  const tagsOf = (loaderId: string) => `/document-store/loader/${storeId}/${loaderId}/tags`
  const ask = async (caller: TestCaller) => {
    const { docs } = await caller.expect<{ docs: { pageContent: string; id: string }[] }>(
      200,
      'POST',
      '/document-store/vectorstore/query',
      { storeId, query: QUESTION, inputs: { topK: '10' } },
    )
    return docs.map(({ pageContent }) => pageContent)
  }

  test('is found by those who carry it, and by nobody else', async () => {
    expect(await ask(admin)).toContain(SECRET)
    expect(await ask(carrier)).toContain(SECRET)
    expect((await ask(other)).toSorted()).toEqual(LINES.toSorted())
  })

  test('is not there for anybody else, wherever they look', async () => {
    const pages = [
      `/document-store/store/${storeId}`,
      '/document-store/store',
      `/document-store/chunks/${storeId}/all/1`,
      `/document-store/chunks/${storeId}/all/1?search=salary`,
      `/upsert-history/${storeId}`,
      '/executions?kind=all',
    ]
    for (const path of pages) {
      const { status, text } = await other.call('GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(new RegExp(`salar|ninety|${secret}`))
    }
    expect((await admin.call('GET', `/upsert-history/${storeId}`)).text).toContain('salaries.txt')
    const loader = `/document-store/loader/${storeId}/${secret}`
    const chunk = `/document-store/chunks/${storeId}/${secret}`
    const { chunks } = await admin.expect<{ chunks: { id: string }[] }>(200, 'GET', `${chunk}/1`)
    const body = { storeId, id: secret }
    const calls: [string, string, object?][] = [
      ['GET', `${loader}/file`],
      ['GET', `${chunk}/1`],
      ['PUT', `${chunk}/${chunks[0]?.id}`, { pageContent: 'x' }],
      ['PUT', `${loader}/tags`, { tags: [] }],
      ['PUT', `${loader}/refresh`, { setting: null }],
      ['POST', `${loader}/refresh`],
      ['GET', `/document-store/store-configs/${storeId}/${secret}`],
      ['DELETE', loader],
      ['POST', `/document-store/loader/process/${secret}`, body],
      ['POST', '/document-store/loader/preview', { ...body, loaderId: 'textFile', loaderConfig: {} }],
      ['POST', '/document-store/loader/save', { ...body, loaderId: 'textFile', loaderConfig: {} }],
      ['POST', `/document-store/upsert/${storeId}`, { docId: secret }],
      ['POST', '/document-store/vectorstore/insert', { storeId, docId: secret }],
    ]
    for (const [method, path, sent] of calls) {
      const { status, text } = await other.call(method as 'GET', path, sent)
      expect([method, path, status]).toEqual([method, path, 404])
      expect(text).not.toMatch(/salar|ninety/)
    }
    const whole: [string, object][] = [
      ['/document-store/vectorstore/insert', { storeId }],
      [`/document-store/refresh/${storeId}`, {}],
    ]
    for (const [path, sent] of whole) {
      const { status, text } = await other.call('POST', path, sent)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toMatch(new RegExp(`salar|ninety|${secret}`))
    }
  })

  test('is not read by a loader of its own store, whoever made that', async () => {
    const loader = { storeId, loaderId: 'documentStore', loaderConfig: { selectedStore: storeId } }
    const part = { loaderId: secret, from: 1, to: 99 }
    const sly = { ...loader, loaderConfig: { ...loader.loaderConfig, part } }
    for (const given of [loader, sly]) {
      const { text } = await other.call('POST', '/document-store/loader/preview', given)
      expect(text).toContain(LINES[0])
      expect(text).not.toContain(SECRET)
    }
  })

  test('is led back to its original for those who may read it', async () => {
    const asked = { storeId, query: QUESTION, inputs: { topK: '10' } }
    const { docs } = await admin.expect<{ docs: { pageContent: string; metadata: object }[] }>(
      200,
      'POST',
      '/document-store/vectorstore/query',
      asked,
    )
    const passage = docs.find(({ pageContent }) => pageContent === SECRET)
    const body = { pageContent: passage?.pageContent, metadata: passage?.metadata }
    const places = await admin.expect<ChunkOrigin[]>(200, 'POST', '/document-store/origin', body)
    const own = places.find((place) => place.storeId === storeId)
    expect(own).toMatchObject({ loaderId: secret, chunkNo: 1, page: 1, file: { name: 'salaries.txt' } })
    const path = `/document-store/loader/${storeId}/${secret}/file?fileId=${own?.file?.id}&view=inline`
    const original = await admin.call('GET', path)
    expect([original.text, original.headers.get('content-disposition')]).toEqual([
      SECRET,
      expect.stringMatching(/^inline/),
    ])
    expect(await other.expect(200, 'POST', '/document-store/origin', body)).toEqual([])
  })

  test('is not sent to a model that somebody else chooses', async () => {
    const changed = { ...scene.settings, vectorStoreConfig: { topK: '10' }, storeId }
    const embeddingConfig = { modelName: 'text-embedding-3-large', basepath: 'https://thief.example' }
    const path = '/document-store/vectorstore/save'
    await other.expect(403, 'POST', path, { ...changed, embeddingConfig })
    await admin.expect(200, 'POST', path, changed)
  })

  test('is hidden also where the same text stands without a tag, which everybody finds', async () => {
    const copy = await scene.save(storeId, { loaderId: 'plainText', loaderConfig: { text: SECRET } })
    await scene.process(storeId, copy.id)
    await scene.insert(storeId, { vectorStoreConfig: { topK: '10' } })
    expect(await ask(other)).toContain(SECRET)
    await admin.expect(200, 'PUT', tagsOf(copy.id), { tags: ['finance'] })
    expect(await ask(other)).not.toContain(SECRET)
    expect(await ask(carrier)).toContain(SECRET)
  })

  test('stays hidden when its loader is deleted, until the vectors go', async () => {
    await admin.expect(200, 'DELETE', `/document-store/loader/${storeId}/${secret}`)
    expect(await ask(other)).not.toContain(SECRET)
    expect((await other.call('GET', `/upsert-history/${storeId}`)).text).not.toMatch(/salar/)
  })

  test('is copied with its tags', async () => {
    const path = `/document-store/upsert/${storeId}`
    const copied = await carrier.expect<{ docId: string }>(200, 'POST', path, { docId: secret })
    const { loaders } = await scene.get(storeId)
    expect(loaders.find(({ id }) => id === copied.docId)?.tags).toEqual(['hr'])
    expect(await ask(other)).not.toContain(SECRET)
  })

  test('is given and taken by those who carry it, written down, and never outside', async () => {
    expect((await other.call('PUT', tagsOf(open), { tags: ['hr'] })).status).toBe(403)
    expect((await carrier.call('PUT', tagsOf(secret), { tags: ['hr', 'finance'] })).status).toBe(403)
    expect((await admin.call('PUT', tagsOf(open), { tags: ['Höchst geheim'] })).status).toBe(400)
    const given = await carrier.expect<DocumentLoader>(200, 'PUT', tagsOf(open), { tags: ['hr', 'hr'] })
    expect(given.tags).toEqual(['hr'])
    expect(await ask(other)).toEqual([])
    await carrier.expect(200, 'PUT', tagsOf(open), { tags: [] })
    expect(await ask(other)).toHaveLength(3)
    const { data } = await admin.expect<{ data: AuditEntry[] }>(200, 'GET', '/audit/entries?page=1&limit=50')
    expect(data.find(({ action }) => action === 'document-store.access-changed')).toMatchObject({
      before: { tags: ['hr'] },
      after: { tags: [] },
    })
    const outside = { vectorStoreName: 'qdrant', vectorStoreConfig: { qdrantServerUrl: 'http://q.example' } }
    const { status, body } = await admin.call<{ issues: { path: string }[] }>(
      'POST',
      '/document-store/vectorstore/save',
      { storeId, ...scene.settings, ...outside },
    )
    expect([status, body.issues[0]?.path]).toEqual([400, 'vectorStoreConfig'])
  })

  test('is carried by roles and keys, which nobody makes who does not carry it', async () => {
    const permissions = ['documentStores:view', 'documentTags:hr']
    const role = { name: `People ${kind}`, permissions }
    expect(await admin.expect(201, 'POST', '/role', role)).toMatchObject({ name: role.name })
    expect((await admin.call('POST', '/role', { name: 'x', permissions: ['documentTags:H R'] })).status).toBe(
      400,
    )
    const key = { keyName: 'k', permissions }
    expect((await other.call('POST', '/apikey', key)).status).toBe(400)
    expect((await carrier.call('POST', '/apikey', key)).status).toBe(200)
  })

  describe('is read by flows', () => {
    let flowId: string
    beforeEach(async () => {
      flowId = await makeFlow(admin, retrieverFlow(storeId))
    })
    const askFlow = async (body: object = {}) => {
      const asked = { question: QUESTION, ...body }
      return (await other.call('POST', `/prediction/${flowId}`, asked)).text
    }
    const tags = (id = flowId) => `/chatflows/${id}/document-tags`

    test('only that carry the tag, whoever asks them', async () => {
      expect(await askFlow()).not.toContain('ninety')
      const asked = { question: QUESTION }
      expect((await carrier.call('POST', `/prediction/${flowId}`, asked)).text).not.toContain('ninety')
      expect((await other.call('PUT', tags(), { tags: ['hr'] })).status).toBe(403)
      await carrier.expect(200, 'PUT', tags(), { tags: ['hr'] })
      expect(await askFlow()).toContain('ninety')
      const overrideConfig = { retrieverKnowledgeDocumentStores: [{ documentStore: storeId }] }
      await carrier.expect(200, 'PUT', tags(), { tags: [] })
      expect(await askFlow({ overrideConfig })).not.toContain('ninety')
    })

    test('that others cannot change then, nor copy with their tags', async () => {
      await carrier.expect(200, 'PUT', tags(), { tags: ['hr'] })
      const change = { flowData: JSON.stringify(retrieverFlow(storeId)) }
      expect((await other.call('PUT', `/chatflows/${flowId}`, change)).status).toBe(403)
      expect((await other.call('PUT', `/chatflows/${flowId}`, { isPublic: true })).status).toBe(403)
      expect((await carrier.call('PUT', `/chatflows/${flowId}`, change)).status).toBe(200)
      const copy = await makeFlow(admin, retrieverFlow(storeId))
      const { text } = await other.call('POST', `/prediction/${copy}`, { question: QUESTION })
      expect(text).not.toContain('ninety')
    })

    test('as chunks too, and as sources in a chat', async () => {
      const chat = await makeFlow(admin, chunkFlow(storeId, running), { type: 'CHATFLOW' })
      const askChat = async () =>
        (await other.call('POST', `/prediction/${chat}`, { question: QUESTION })).text
      const before = await askChat()
      expect(before).toContain('sourceDocuments')
      expect(before).not.toContain('ninety')
      await admin.expect(200, 'PUT', tags(chat), { tags: ['hr'] })
      expect(await askChat()).toContain('ninety')
      await admin.expect(200, 'PUT', tags(chat), { tags: [] })
      expect(await askChat()).not.toContain('ninety')
    })
  })
})

/** An agent flow that gives what a store finds. */
function retrieverFlow(storeId: string) {
  const node = (id: string, name: string, inputs: object) => ({
    id,
    type: 'agentFlow',
    position: { x: 0, y: 0 },
    data: { id, name, label: name, version: 1.1, inputs },
  })
  return {
    nodes: [
      node('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
      node('retrieverAgentflow_0', 'retrieverAgentflow', {
        retrieverKnowledgeDocumentStores: [{ documentStore: `${storeId}:People` }],
        retrieverQuery: QUESTION,
        outputFormat: 'text',
      }),
    ],
    edges: [
      {
        id: 'e1',
        source: 'startAgentflow_0',
        target: 'retrieverAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: 'retrieverAgentflow_0',
        type: 'agentFlow',
      },
    ],
  }
}

/** A chat flow that takes the chunks of a store into a store of its own, and shows its sources. */
function chunkFlow(storeId: string, { vendor, credentialId }: VendorServer) {
  const base = { basepath: vendor.baseURL }
  const embeddings = chainNode('openAIEmbeddings_0', 'Embeddings', base)
  const model = chainNode('chatOpenAI_0', 'Model', { ...base, modelName: 'gpt-5-mini' })
  for (const node of [embeddings, model]) node.data.credential = credentialId
  const [chain, store] = ['conversationalRetrievalQAChain_0', 'memoryVectorStore_0']
  return {
    nodes: [
      embeddings,
      model,
      chainNode('documentStore_0', 'Library', { selectedStore: storeId }),
      chainNode(store, 'Store', { topK: '10' }),
      chainNode(chain, 'Chain', { returnSourceDocuments: true }),
    ],
    edges: [
      chainEdge('documentStore_0', store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
      chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
      chainEdge(store, chain, ['vectorStoreRetriever', 'BaseRetriever', 'retriever']),
    ],
  }
}
