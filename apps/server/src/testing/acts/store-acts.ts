import type { RetrievalTest, UpsertHistory } from '@runnel/contract'
import { expect } from 'vitest'
import type { StoreScene } from '../store-scene.ts'
import { type Act, type Acts, UNTOLD } from './act.ts'
import { fill, ofLoader, ofStore, STORE, type StoreActScene } from './filled-store.ts'

/** The same with its vectors. */
async function index(scene: StoreActScene) {
  const place = await fill(scene)
  await scene.stores.insert(place.storeId)
  return place
}

/** The same with a test question. */
async function ask(scene: StoreActScene) {
  const place = await index(scene)
  const path = `${STORE}/questions/${place.storeId}`
  const body = { question: `Which ${UNTOLD}?`, passages: [{ text: UNTOLD }] }
  const { id } = await scene.administrator.expect<{ id: string }>(200, 'POST', path, body)
  return { ...place, path, body, questionId: id }
}

/** So long the vendor makes who asks it wait: until somebody stops them. */
const HELD = { delayMs: 20_000 }

/** The questions of a store on their way, or asked. */
async function startTest(scene: StoreActScene, { isHeld = false } = {}) {
  const { administrator, vendor } = scene
  const { storeId } = await ask(scene)
  if (isHeld) vendor.embedWith(HELD)
  const path = `${STORE}/tests/${storeId}`
  const { jobId } = await administrator.expect<{ jobId: string }>(200, 'POST', path, { variants: [] })
  const read = () => administrator.expect<RetrievalTest>(200, 'GET', `${path}/${jobId}`)
  if (!isHeld) await expect.poll(async () => (await read()).status).not.toBe('running')
  return { testId: jobId, path }
}

const questionTold = { characters: `Which ${UNTOLD}?`.length, passages: 1 }

/** A call that makes the vectors of a store. */
const upsert = (
  describe: (
    place: Awaited<ReturnType<typeof index>>,
    stores: StoreScene,
  ) => { path: string; body?: object; told: object },
): readonly Act<StoreActScene>[] => [
  {
    action: 'document-store.upserted',
    ready: async (scene) => describe(await index(scene), scene.stores),
  },
]

const vectorActs: Acts<StoreActScene> = {
  saveVectorConfig: [
    {
      action: 'document-store.updated',
      async ready({ stores }) {
        const storeId = await stores.makeStore()
        const { embeddingName: embedding, vectorStoreName: vectorStore } = stores.settings
        return {
          path: `${STORE}/vectorstore/save`,
          body: { storeId, ...stores.settings },
          told: {
            ...ofStore(storeId),
            before: { embedding: null, vectorStore: null },
            after: { embedding, vectorStore, changedSettings: ['vectorStoreConfig', 'embeddingConfig'] },
          },
        }
      },
    },
  ],
  updateVectorStoreConfig: [
    {
      action: 'document-store.updated',
      async ready(scene) {
        const { storeId } = await index(scene)
        const body = { storeId, vectorStoreName: 'memoryVectorStore', vectorStoreConfig: { topK: '3' } }
        const told = { ...ofStore(storeId), after: { changedSettings: ['vectorStoreConfig'] } }
        return { path: `${STORE}/vectorstore/update`, body, told }
      },
    },
  ],
  insertIntoVectorStore: upsert(({ storeId }, { settings }) => ({
    path: `${STORE}/vectorstore/insert`,
    // As the page sends it: with settings that are saved already.
    body: { storeId, ...settings },
    told: { ...ofStore(storeId), after: { loaders: 1 } },
  })),
  upsertDocuments: upsert(({ storeId, loaderId: docId }) => ({
    path: `${STORE}/upsert/${storeId}`,
    body: { docId, replaceExisting: true },
    told: { ...ofLoader(docId), after: { loaders: 1 } },
  })),
  refreshDocuments: upsert(({ storeId, loaderId }) => ({
    path: `${STORE}/refresh/${storeId}`,
    body: {},
    told: { ...ofLoader(loaderId), after: { loaders: 1 } },
  })),
  deleteVectors: [
    {
      action: 'document-store.vectors-deleted',
      async ready(scene) {
        const { storeId } = await index(scene)
        return {
          path: `${STORE}/vectorstore/${storeId}`,
          told: { ...ofStore(storeId), before: { loaders: 1 } },
        }
      },
    },
  ],
  stopDocumentStore: [
    {
      action: 'document-store.stopped',
      async ready(scene) {
        const { storeId } = await fill(scene)
        scene.vendor.embedWith(HELD)
        const body = { storeId, ...scene.stores.settings }
        const path = `${STORE}/vectorstore/insert?wait=false`
        const { jobId } = await scene.administrator.expect<{ jobId: string }>(200, 'POST', path, body)
        const told = { ...ofStore(storeId), before: { runs: [jobId] } }
        return { path: `${STORE}/stop/${storeId}`, told }
      },
    },
  ],
  deleteUpsertHistory: [
    {
      action: 'upsert-history.deleted',
      async ready(scene) {
        const { storeId } = await index(scene)
        const path = `/upsert-history/${storeId}`
        const [entry] = await scene.administrator.expect<UpsertHistory[]>(200, 'GET', path)
        const before = { entries: [{ id: entry?.id, date: entry?.date }] }
        return { path: '/upsert-history', body: { ids: [entry?.id] }, told: { ...ofStore(storeId), before } }
      },
    },
  ],
}

const testActs: Acts<StoreActScene> = {
  createRetrievalQuestion: [
    {
      action: 'retrieval-question.created',
      async ready(scene) {
        const { path, body } = await ask(scene)
        return { path, body, told: { subjectName: 'Drinks', after: questionTold } }
      },
    },
  ],
  updateRetrievalQuestion: [
    {
      action: 'retrieval-question.updated',
      async ready(scene) {
        const { path, questionId } = await ask(scene)
        const told = { subjectId: questionId, before: questionTold, after: { characters: 4, passages: 1 } }
        return { path: `${path}/${questionId}`, body: { question: 'Who?' }, told }
      },
    },
  ],
  deleteRetrievalQuestion: [
    {
      action: 'retrieval-question.deleted',
      async ready(scene) {
        const { path, questionId } = await ask(scene)
        return { path: `${path}/${questionId}`, told: { subjectId: questionId, before: questionTold } }
      },
    },
  ],
  stopRetrievalTest: [
    {
      action: 'retrieval-test.stopped',
      async ready(scene) {
        const { testId, path } = await startTest(scene, { isHeld: true })
        const told = { subjectId: testId, subjectName: 'Drinks', before: { questions: 1 } }
        return { path: `${path}/${testId}/stop`, told }
      },
    },
  ],
  deleteRetrievalTest: [
    {
      action: 'retrieval-test.deleted',
      async ready(scene) {
        const { testId, path } = await startTest(scene)
        const told = { subjectId: testId, subjectName: 'Drinks', before: { questions: 1 } }
        return { path: `${path}/${testId}`, told }
      },
    },
  ],
}

/** What is done to document stores. */
export const storeActs: Acts<StoreActScene> = {
  createDocumentStore: [
    {
      action: 'document-store.created',
      ready: async () => ({
        path: `${STORE}/store`,
        body: { name: 'Drinks' },
        told: { subjectName: 'Drinks', after: { name: 'Drinks', vectorStore: null } },
      }),
    },
  ],
  updateDocumentStore: [
    {
      action: 'document-store.updated',
      async ready({ stores }) {
        const id = await stores.makeStore()
        const told = { subjectId: id, before: { name: 'Drinks' }, after: { name: 'Teas' } }
        return { path: `${STORE}/store/${id}`, body: { name: 'Teas' }, told }
      },
    },
  ],
  deleteDocumentStore: [
    {
      action: 'document-store.deleted',
      async ready(scene) {
        const { storeId } = await fill(scene)
        const told = { ...ofStore(storeId), before: { name: 'Drinks', loaders: 1 } }
        return { path: `${STORE}/store/${storeId}`, told }
      },
    },
  ],
  ...vectorActs,
  ...testActs,
}
