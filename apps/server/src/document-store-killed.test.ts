import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentStore } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { halfBlack, makePdf, makeScan } from '@runnel/drivers/testing'
import { startStoreServer } from '@runnel/nodes/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential } from './testing/make-flow.ts'
import { LINES, makeStoreKey } from './testing/store-flow.ts'
import { createStoreScene, inlineFile } from './testing/store-scene.ts'

let vendor: FakeOpenAI
let program: KillableProgram | undefined

beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const FILES = Array.from({ length: 12 }, (_, n) => `Tea number ${n} is steeped for ${n} minutes.`)
/** Pages of a site, and which of them is not answered. */
const PAGES = 9
const HELD = 6
const embedded = () => vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length

/** Makes a store with a loader of twelve files and has it processed, which nobody waits for. */
async function beginProcessing(program: KillableProgram) {
  const caller = await program.signIn()
  const scene = createStoreScene(caller, vendor, await makeCredential(caller))
  const storeId = await scene.makeStore()
  const files = FILES.map((text, n) => inlineFile(makePdf([[text]]), `tea-${n}.pdf`))
  const { id } = await scene.save(storeId, {
    loaderId: 'pdfFile',
    loaderConfig: { pdfFile: JSON.stringify(files) },
  })
  const path = `/document-store/loader/process/${id}?wait=false`
  const { jobId } = await caller.expect<{ jobId: string }>(200, 'POST', path, { storeId, id })
  return { caller, scene, storeId, jobId }
}

test.each(databaseKinds)(
  'the processing of a loader that was killed goes on where it was, and has each chunk once, on %s',
  { timeout: 120_000 },
  async (kind) => {
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
    try {
      const { scene, storeId } = await beginProcessing(program)
      const done = async () => {
        const [loader] = (await scene.get(storeId)).loaders
        return loader?.files?.filter(({ status }) => status === 'SYNC').length ?? 0
      }
      await expect.poll(done, { interval: 20, timeout: 30_000 }).toBeGreaterThan(0)
      const before = await done()
      expect(before).toBeLessThan(FILES.length)
      await program.kill()
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('SYNC')
      const { chunks, count } = await again.expect<{ chunks: { pageContent: string }[]; count: number }>(
        200,
        'GET',
        `/document-store/chunks/${storeId}/all/1`,
      )
      expect(chunks.map(({ pageContent }) => pageContent)).toEqual(FILES)
      expect(count).toBe(FILES.length)
    } finally {
      await program.remove()
    }
  },
)

test.each(databaseKinds)(
  'a website whose reading was killed goes on behind the last page that is written, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const asked: string[] = []
    const page = (n: number) => `Page ${n} <a href="/${n + 1}">on</a>`
    let isHeld = true
    const site = createServer((request, response) => {
      const n = Number(request.url?.slice(1))
      asked.push(request.url ?? '')
      if (n === HELD && isHeld) return
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<main>${page(n)}</main>`)
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    program = await startKillableProgram(kind, { egressAllow: [vendor.host, host].join() })
    try {
      const caller = await program.signIn()
      const scene = createStoreScene(caller, vendor, await makeCredential(caller))
      const storeId = await scene.makeStore()
      const loaderConfig = { url: `http://${host}/1`, limit: PAGES }
      const { id } = await scene.save(storeId, { loaderId: 'cheerioWebScraper', loaderConfig })
      const path = `/document-store/loader/process/${id}?wait=false`
      await caller.expect(200, 'POST', path, { storeId, id })
      // A page is asked for once the one before is written.
      await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(HELD)
      await program.kill()
      isHeld = false
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('SYNC')
      const { chunks } = await again.expect<{ chunks: { pageContent: string }[] }>(
        200,
        'GET',
        `/document-store/chunks/${storeId}/all/1`,
      )
      const numbers = Array.from({ length: PAGES }, (_, n) => n + 1)
      expect(chunks.map(({ pageContent }) => pageContent)).toEqual(numbers.map((n) => `Page ${n} on`))
      expect(asked.toSorted()).toEqual([...numbers, HELD].map((n) => `/${n}`).toSorted())
    } finally {
      await program.remove()
      site.closeAllConnections()
      site.close()
    }
  },
)

test.each(databaseKinds)(
  'the upsert of a document store that was killed goes on where it was; what stands there answers meanwhile, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const store = await startStoreServer('qdrant')
    program = await startKillableProgram(kind, {
      egressAllow: [vendor.host, new URL(store.origin).host].join(),
    })
    try {
      const caller = await program.signIn()
      const scene = createStoreScene(caller, vendor, await makeCredential(caller))
      const { storeId, loaderId } = await scene.makeFilled()
      const key = await makeStoreKey(caller, 'qdrantApi', store.credential)
      const outside = {
        vectorStoreName: 'qdrant',
        vectorStoreConfig: {
          ...store.values,
          qdrantServerUrl: store.origin,
          batchSize: 1,
          topK: '1',
          FLOWISE_CREDENTIAL_ID: key,
        },
      }
      await scene.insert(storeId)
      const before = embedded()
      // Collection, its making, its index, its look, then piece by piece: the second is stored, and nobody hears of it.
      store.hold(6)
      const { embeddingName, embeddingConfig } = scene.settings
      await caller.expect(200, 'POST', '/document-store/vectorstore/insert?wait=false', {
        storeId,
        embeddingName,
        embeddingConfig,
        ...outside,
      })
      await expect.poll(() => store.texts()).toHaveLength(2)
      expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTING', answers: true })
      expect((await scene.query(storeId, 'How hot is green tea steeped?')).docs[0]?.pageContent).toBe(
        LINES[0],
      )
      const busy = { storeId, id: loaderId }
      await caller.expect(409, 'POST', `/document-store/loader/process/${loaderId}`, busy)
      await program.kill()
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('UPSERTED')
      expect(store.texts()).toEqual(LINES.toSorted())
      // Three pieces, and the question between.
      expect(embedded()).toBe(before + 4)
      const history = await again.expect<{ result: object }[]>(200, 'GET', `/upsert-history/${storeId}`)
      expect(history.map(({ result }) => result)).toMatchObject([
        { numAdded: 3, totalKeys: 3 },
        { numAdded: 3 },
      ])
    } finally {
      await program.remove()
      await store.close()
    }
  },
)

test('a store that is deleted while it is worked on is gone, and its run ends', {
  timeout: 120_000,
}, async () => {
  program = await startKillableProgram('sqlite', { egressAllow: vendor.host })
  try {
    const { caller, storeId, jobId } = await beginProcessing(program)
    await caller.expect(200, 'DELETE', `/document-store/store/${storeId}`)
    const events = await caller.call('GET', `/runs/${jobId}/events`)
    expect(events.text).toMatch(/run-end/)
    await caller.expect(404, 'GET', `/document-store/store/${storeId}`)
  } finally {
    await program.remove()
  }
})

test.each(databaseKinds)(
  'the contexts of chunks that were made before a kill are not asked for again, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const lines = Array.from({ length: 80 }, (_, n) => `Tea number ${n} is steeped for ${n} minutes.`)
    const said = { text: 'Of the handbook of teas.' }
    let mayAnswer = (_n: number) => true
    const slow = await startFakeOpenAI({
      respond: (_request, n) => (mayAnswer(n) ? said : { ...said, delayMs: 60_000 }),
    })
    const held = 40
    mayAnswer = (n) => n < held
    program = await startKillableProgram(kind, { egressAllow: slow.host })
    try {
      const caller = await program.signIn()
      const credentialId = await makeCredential(caller)
      const scene = createStoreScene(caller, slow, credentialId)
      const { storeId } = await scene.makeFilled(lines.join('\n'))
      const contextConfig = {
        modelName: 'gpt-4o-mini',
        basepath: slow.baseURL,
        FLOWISE_CREDENTIAL_ID: credentialId,
      }
      await caller.expect(200, 'POST', '/document-store/vectorstore/insert?wait=false', {
        storeId,
        ...scene.settings,
        contextName: 'chatOpenAI',
        contextConfig,
      })
      await expect.poll(() => slow.callCount, { timeout: 30_000 }).toBe(held + 4)
      await program.kill()
      mayAnswer = () => true
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('UPSERTED')
      expect(slow.callCount).toBe(lines.length + 4)
    } finally {
      await program.remove()
      await slow.close()
    }
  },
)

test.each(databaseKinds)(
  'the scanned pages that a model read before a kill are not asked for again, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const held = 6
    let isHeld = true
    const slow = await startFakeOpenAI({
      respond: (_request, n) => ({ text: 'Sencha', ...(isHeld && n >= held && { delayMs: 60_000 }) }),
    })
    const pages = Array.from({ length: 10 }, (_, n) => {
      const bytes = Buffer.from(halfBlack.bytes)
      bytes.writeUInt8(n + 1, 14)
      return { ...halfBlack, bytes }
    })
    program = await startKillableProgram(kind, { egressAllow: slow.host })
    try {
      const caller = await program.signIn()
      const credentialId = await makeCredential(caller)
      const scene = createStoreScene(caller, slow, credentialId)
      const storeId = await scene.makeStore()
      const scanModelConfig = {
        modelName: 'gpt-4o-mini',
        basepath: slow.baseURL,
        FLOWISE_CREDENTIAL_ID: credentialId,
      }
      const pdfFile = JSON.stringify([inlineFile(makeScan(pages), 'scan.pdf')])
      const { id } = await scene.save(storeId, {
        loaderId: 'pdfFile',
        loaderConfig: { pdfFile, scanModel: 'chatOpenAI', scanModelConfig },
      })
      const path = `/document-store/loader/process/${id}?wait=false`
      await caller.expect(200, 'POST', path, { storeId, id })
      // Four are asked about at once: of the second four two are answered, and two are not.
      await expect.poll(() => slow.callCount, { timeout: 30_000 }).toBe(held + 2)
      await program.kill()
      isHeld = false
      await program.start()
      const again = await program.signIn()
      const read = () => again.expect<DocumentStore>(200, 'GET', `/document-store/store/${storeId}`)
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('SYNC')
      const { count } = await again.expect<{ count: number }>(
        200,
        'GET',
        `/document-store/chunks/${storeId}/all/1`,
      )
      expect(count).toBe(pages.length)
      // Those that were under way when it was killed, and the two of the last four: once more at most.
      expect(slow.callCount - pages.length).toBeLessThanOrEqual(4)
      expect(slow.callCount - pages.length).toBeGreaterThanOrEqual(2)
    } finally {
      await program.remove()
      await slow.close()
    }
  },
)
