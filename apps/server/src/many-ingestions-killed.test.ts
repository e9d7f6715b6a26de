import type { DocumentStore, UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKillableProgram } from './testing/killable-program.ts'
import { makeCredential } from './testing/make-flow.ts'
import { createStoreScene, inlineFile } from './testing/store-scene.ts'
import type { TestCaller } from './testing/test-caller.ts'

const STORES = 20
const LINES = 300
/** Calls to the vendor for so many lines. */
const BATCHES = 2
const DIMENSIONS = 64
/** Calls to the vendor after which the process dies: while the first ones read and embed, in the middle, near the end. */
const KILLED_AT = [3, 20, 36]

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const embedded = () => vendor.requests.filter(({ path }) => path.endsWith('/embeddings'))
const linesOf = (store: number) =>
  Array.from({ length: LINES }, (_, n) => `Tea ${store} of row ${n} is steeped for ${n % 9} minutes.`)

/** Some stores are of texts, and every fifth of a PDF, which a process of its own reads. */
function loaderOf(store: number) {
  const lines = linesOf(store)
  const isPdf = store % 5 === 0
  const half = LINES / 2
  const texts = [lines.slice(0, half), lines.slice(half)].map((some, n) =>
    inlineFile(Buffer.from(some.join('\n')), `tea-${n}.txt`, 'text/plain'),
  )
  const pages = Array.from({ length: 10 }, (_, page) => lines.slice(page * 30, page * 30 + 30))
  return {
    loader: isPdf
      ? { name: 'pdfFile', config: { pdfFile: inlineFile(makePdf(pages), 'teas.pdf') } }
      : { name: 'textFile', config: { txtFile: JSON.stringify(texts) } },
    splitter: {
      name: 'characterTextSplitter',
      config: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
    },
  }
}

async function begin(caller: TestCaller, credentialId: string, store: number): Promise<string> {
  const { settings, makeStore } = createStoreScene(caller, vendor, credentialId)
  const storeId = await makeStore(`Teas ${store}`)
  await caller.expect(200, 'POST', `/document-store/upsert/${storeId}?wait=false`, {
    ...loaderOf(store),
    embedding: {
      name: settings.embeddingName,
      config: { ...settings.embeddingConfig, dimensions: String(DIMENSIONS) },
    },
    vectorStore: { name: 'memoryVectorStore', config: { topK: String(LINES * 2) } },
  })
  return storeId
}

test.each(databaseKinds)(
  'of twenty ingestions that are killed three times none is lost, and nothing of them is there twice, on %s',
  { timeout: 180_000 },
  async (kind) => {
    vendor.requests.length = 0
    vendor.embedWith(...Array.from({ length: 4 * STORES }, () => ({ delayMs: 40 })))
    const program = await startKillableProgram(kind, { egressAllow: vendor.host })
    try {
      const caller = await program.signIn()
      const credentialId = await makeCredential(caller)
      const storeIds = await Promise.all(
        Array.from({ length: STORES }, (_, store) => begin(caller, credentialId, store)),
      )
      for (const calls of KILLED_AT) {
        await expect.poll(() => embedded().length, { interval: 5 }).toBeGreaterThanOrEqual(calls)
        await program.kill()
        expect(embedded().length).toBeLessThan(BATCHES * STORES + calls)
        await program.start()
      }
      const again = await program.signIn()
      const read = (id: string) => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${id}`)
      for (const [store, storeId] of storeIds.entries()) {
        const status = async () => (await read(storeId)).status
        await expect.poll(status, { timeout: 60_000, interval: 50 }).toBe('UPSERTED')
        const { docs } = await again.expect<{ docs: { pageContent: string }[] }>(
          200,
          'POST',
          '/document-store/vectorstore/query',
          { storeId, query: 'Which tea is steeped for how long?' },
        )
        expect(docs.map(({ pageContent }) => pageContent).toSorted()).toEqual(linesOf(store).toSorted())
        expect((await read(storeId)).totalChunks).toBe(LINES)
        const history = await again.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${storeId}`)
        expect(history.map(({ result }) => result)).toMatchObject([{ numAdded: LINES, totalKeys: LINES }])
      }
      // Beside the questions, only what was under way at a kill is asked again: two calls of each store at most.
      const asked = embedded().length - STORES
      expect(asked).toBeGreaterThanOrEqual(BATCHES * STORES)
      expect(asked).toBeLessThanOrEqual(BATCHES * STORES + KILLED_AT.length * 2 * STORES)
    } finally {
      await program.remove()
    }
  },
)
