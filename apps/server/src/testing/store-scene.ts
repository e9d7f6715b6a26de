import type { DocumentLoader, DocumentStore, IndexResult } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import type { FakeOpenAI } from '@runnel/providers/testing'
import { startVendorServer, type VendorServer } from './make-flow.ts'
import { LINES } from './store-flow.ts'
import type { TestCaller } from './test-caller.ts'

/** A file inside a value, as the reference's pages send it. */
export const inlineFile = (bytes: Uint8Array, name: string, type = 'application/pdf') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')},filename:${name}`

/** What the tests of document stores do again and again, on the fake vendor. */
export function createStoreScene(caller: TestCaller, vendor: FakeOpenAI, credentialId: string) {
  const embeddings = {
    embeddingName: 'openAIEmbeddings',
    embeddingConfig: {
      modelName: 'text-embedding-3-small',
      basepath: vendor.baseURL,
      FLOWISE_CREDENTIAL_ID: credentialId,
    },
  }
  const settings = { ...embeddings, vectorStoreName: 'memoryVectorStore', vectorStoreConfig: { topK: '1' } }

  async function makeStore(name = 'Drinks'): Promise<string> {
    return (await caller.expect<{ id: string }>(200, 'POST', '/document-store/store', { name })).id
  }
  const get = (storeId: string) =>
    caller.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
  const lines = (text = LINES.join('\n')) => ({
    loaderId: 'plainText',
    loaderConfig: { text },
    splitterId: 'characterTextSplitter',
    splitterConfig: { separator: '\n', chunkSize: 50, chunkOverlap: 0 },
  })
  const save = (storeId: string, loader: object) =>
    caller.expect<DocumentLoader>(200, 'POST', '/document-store/loader/save', { storeId, ...loader })
  const process = (storeId: string, loaderId: string) =>
    caller.expect<{ chunks: { id: string; pageContent: string; chunkNo: number }[]; count: number }>(
      200,
      'POST',
      `/document-store/loader/process/${loaderId}`,
      { storeId, id: loaderId },
    )
  const insert = (storeId: string, more: object = {}) =>
    caller.expect<IndexResult>(200, 'POST', '/document-store/vectorstore/insert', {
      storeId,
      ...settings,
      ...more,
    })
  const query = (storeId: string, question: string, inputs?: object, filter?: object) =>
    caller.expect<{ docs: { pageContent: string; chunkNo: number; id: string }[] }>(
      200,
      'POST',
      '/document-store/vectorstore/query',
      { storeId, query: question, ...(inputs && { inputs }), ...(filter && { filter }) },
    )
  /** A store of three lines, processed. */
  async function makeFilled(text?: string): Promise<{ storeId: string; loaderId: string }> {
    const storeId = await makeStore()
    const { id: loaderId } = await save(storeId, lines(text))
    await process(storeId, loaderId)
    return { storeId, loaderId }
  }
  return { settings, makeStore, get, lines, save, process, insert, query, makeFilled }
}

/** What `createStoreScene` gives. */
export type StoreScene = ReturnType<typeof createStoreScene>

/** A server with a fake vendor, and what is done with document stores on it. */
export interface StoreServer extends VendorServer {
  caller: TestCaller
  scene: StoreScene
}

/** Starts both; stop them in `afterAll`. */
export async function startStoreServer(kind: DatabaseKind): Promise<StoreServer> {
  const running = await startVendorServer({ kind })
  const caller = running.administrator
  return { ...running, caller, scene: createStoreScene(caller, running.vendor, running.credentialId) }
}
