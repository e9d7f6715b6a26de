import { setTimeout as wait } from 'node:timers/promises'
import type { RetrievalTest, UpsertHistory } from '@runnel/contract'
import { makeCredential } from './make-flow.ts'
import { createStoreScene } from './store-scene.ts'
import { create, type Ids, type Making, type TenantEntity } from './tenant-entity.ts'
import type { TestCaller } from './test-caller.ts'

const STORE = '/document-store'

const LINES = {
  loaderId: 'plainText',
  loaderConfig: { text: 'Foreign tea.\nForeign milk.' },
  splitterId: 'characterTextSplitter',
  splitterConfig: { separator: '\n', chunkSize: 20, chunkOverlap: 0 },
}

const MEMORY = { vectorStoreName: 'memoryVectorStore', vectorStoreConfig: { topK: '1' } }

/** The settings of a loader, as they are sent to a store. */
const loaderIn = (storeId: string | undefined, id?: string) => ({
  storeId,
  ...LINES,
  ...(id !== undefined && { id }),
})

/** A document store with what it takes to make its vectors. */
async function fill(caller: TestCaller, { made, vendor }: Making): Promise<void> {
  if (!vendor) throw new Error('Vectors need a vendor.')
  const { insert } = createStoreScene(caller, vendor, made.credential ?? (await makeCredential(caller)))
  await insert(made.documentStore ?? '')
}

const questionsOf = ({ documentStore }: Ids) => `${STORE}/questions/${documentStore}`

/** What belongs to document stores. */
export const documentEntities: Record<string, TenantEntity> = {
  documentStore: {
    of: 'workspace',
    routes: /^\/(document-store|upsert-history)\b/,
    places: ['storeId'],
    lists: [`${STORE}/store`, `${STORE}/store?search=foreign`],
    calls: (storeId, own) => [
      { method: 'POST', path: `${STORE}/loader/preview`, body: loaderIn(storeId) },
      { method: 'POST', path: `${STORE}/loader/save`, body: loaderIn(storeId) },
      { method: 'POST', path: `${STORE}/loader/process/${own.loader}`, body: loaderIn(storeId) },
      { method: 'POST', path: `${STORE}/vectorstore/save`, body: { storeId, ...MEMORY } },
      { method: 'POST', path: `${STORE}/vectorstore/update`, body: { storeId, ...MEMORY } },
      { method: 'POST', path: `${STORE}/vectorstore/insert`, body: { storeId, ...MEMORY } },
      { method: 'POST', path: `${STORE}/vectorstore/query`, body: { storeId, query: 'tea' } },
    ],
    make: create(`${STORE}/store`, { name: 'foreign' }),
  },
  loader: {
    of: 'workspace',
    places: ['loaderId'],
    lists: [],
    calls: (docId, own) => [
      { method: 'POST', path: `${STORE}/loader/preview`, body: loaderIn(own.documentStore, docId) },
      { method: 'POST', path: `${STORE}/loader/save`, body: loaderIn(own.documentStore, docId) },
      {
        method: 'POST',
        path: `${STORE}/loader/process/${own.loader}`,
        body: loaderIn(own.documentStore, docId),
      },
      {
        method: 'POST',
        path: `${STORE}/vectorstore/insert`,
        body: { storeId: own.documentStore, ...MEMORY, docId },
      },
      { method: 'DELETE', path: `${STORE}/vectorstore/${own.documentStore}?docId=${docId}` },
      { method: 'POST', path: `${STORE}/upsert/${own.documentStore}`, body: { docId } },
      { method: 'POST', path: `${STORE}/refresh/${own.documentStore}`, body: { items: [{ docId }] } },
      { method: 'PUT', path: `${STORE}/stop/${own.documentStore}?loaderId=${docId}` },
      {
        method: 'POST',
        path: questionsOf(own),
        body: { question: 'x', passages: [{ text: 'x', loaderId: docId }] },
      },
      {
        method: 'PUT',
        path: `${questionsOf(own)}/${own.retrievalQuestion}`,
        body: { passages: [{ text: 'x', loaderId: docId }] },
      },
    ],
    async make(caller, { made }) {
      const storeId = made.documentStore ?? (await create(`${STORE}/store`, { name: 'foreign' })(caller))
      const { id } = await caller.expect<{ id: string }>(
        200,
        'POST',
        `${STORE}/loader/save`,
        loaderIn(storeId),
      )
      await caller.expect(200, 'POST', `${STORE}/loader/process/${id}`, { storeId, id })
      return id
    },
  },
  chunk: {
    of: 'workspace',
    places: ['place'],
    lists: [],
    calls: (chunk, own) => [
      {
        method: 'POST',
        path: `${STORE}/chunks/${own.documentStore}/${own.loader}/merge`,
        body: { ids: [chunk, own.chunk] },
      },
    ],
    async make(caller, { made }) {
      const path = `${STORE}/chunks/${made.documentStore}/${made.loader}/1`
      const { chunks } = await caller.expect<{ chunks: { id: string }[] }>(200, 'GET', path)
      return chunks[0]?.id ?? ''
    },
  },
  retrievalQuestion: {
    of: 'workspace',
    places: ['questionId'],
    lists: [],
    make: (caller, { made }) =>
      create(questionsOf(made), { question: 'Foreign?', passages: [{ text: 'Foreign tea.' }] })(caller),
  },
  upsertHistory: {
    of: 'workspace',
    needsVendor: true,
    lists: [],
    calls: (id) => [{ method: 'PATCH', path: '/upsert-history', body: { ids: [id] } }],
    async make(caller, making) {
      await fill(caller, making)
      const path = `/upsert-history/${making.made.documentStore}`
      return (await caller.expect<UpsertHistory[]>(200, 'GET', path))[0]?.id ?? ''
    },
  },
  retrievalTest: {
    of: 'workspace',
    needsVendor: true,
    places: ['testId'],
    lists: [],
    async make(caller, { made }) {
      const path = `${STORE}/tests/${made.documentStore}`
      const { jobId } = await caller.expect<{ jobId: string }>(200, 'POST', path, { variants: [] })
      const read = () => caller.expect<RetrievalTest>(200, 'GET', `${path}/${jobId}`)
      while ((await read()).status === 'running') await wait(5)
      return jobId
    },
  },
}
