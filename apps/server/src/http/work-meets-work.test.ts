import type { DocumentStore } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LINES } from '../testing/store-flow.ts'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'

const QUESTION = 'How hot is green tea steeped?'

describe.each(databaseKinds)('a document store that is worked on, on %s', (kind) => {
  let running: StoreServer
  let storeId: string
  let loaderId: string
  /** Lets the vendor answer. */
  let answerNow = () => {}

  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())
  /** Its vectors answer, one line was added, and they are made anew while the vendor takes its time. */
  beforeEach(async () => {
    const { scene } = running
    ;({ storeId, loaderId } = await scene.makeFilled())
    await scene.insert(storeId)
    await scene.save(storeId, { id: loaderId, ...scene.lines([...LINES, 'Cocoa likes milk.'].join('\n')) })
    await scene.process(storeId, loaderId)
  })

  afterEach(() => answerNow())

  const calls = () => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
  async function rebuild(): Promise<string> {
    const before = calls()
    const { promise, resolve } = Promise.withResolvers<void>()
    answerNow = resolve
    running.vendor.embedWith({ after: promise })
    const { jobId } = await running.caller.expect<{ jobId: string }>(
      200,
      'POST',
      '/document-store/vectorstore/insert?wait=false',
      { storeId, ...running.scene.settings },
    )
    await expect.poll(calls).toBe(before + 1)
    return jobId
  }
  const ended = async (jobId: string) => {
    const { text } = await running.caller.call('GET', `/runs/${jobId}/events`)
    expect(text).toContain('run-end')
  }
  const chunkIds = async () =>
    (
      await running.caller.expect<{ chunks: { id: string }[] }>(
        200,
        'GET',
        `/document-store/chunks/${storeId}/${loaderId}/1`,
      )
    ).chunks.map(({ id }) => id)
  const answer = async (question: string) =>
    (await running.scene.query(storeId, question)).docs[0]?.pageContent

  test('refuses what would change it under the work by name, answers meanwhile, and is whole afterwards', async () => {
    const [chunk] = await chunkIds()
    const { scene, caller } = running
    const { embeddingConfig } = scene.settings
    const jobId = await rebuild()
    const refused = [
      ['POST', '/document-store/vectorstore/insert', { storeId, ...scene.settings }],
      [
        'POST',
        '/document-store/vectorstore/save',
        { storeId, ...scene.settings, embeddingConfig: { ...embeddingConfig, dimensions: '64' } },
      ],
      ['POST', `/document-store/loader/process/${loaderId}`, { storeId, id: loaderId }],
      ['POST', '/document-store/loader/save', { storeId, ...scene.lines('Another text.') }],
      ['POST', '/document-store/loader/save', { storeId, id: loaderId, ...scene.lines('Another text.') }],
      ['PUT', `/document-store/chunks/${storeId}/${loaderId}/${chunk}`, { pageContent: 'Changed.' }],
      ['DELETE', `/document-store/chunks/${storeId}/${loaderId}/${chunk}`, undefined],
      ['POST', `/document-store/upsert/${storeId}`, { docId: loaderId }],
      ['POST', `/document-store/refresh/${storeId}`, {}],
      ['DELETE', `/document-store/vectorstore/${storeId}`, undefined],
    ] as const
    for (const [method, path, body] of refused) {
      const { status, body: said } = await caller.call<{ message: string }>(method, path, body)
      expect([path, status]).toEqual([path, 409])
      expect(said.message).toBe(
        'This store is being worked on. Wait until that has ended, or stop it, then try again.',
      )
    }
    expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTING', answers: true })
    expect(await answer(QUESTION)).toBe(LINES[0])
    expect(LINES).toContain(await answer('Cocoa likes milk.'))
    answerNow()
    await ended(jobId)
    expect(await answer('Cocoa likes milk.')).toBe('Cocoa likes milk.')
    const store = await scene.get(storeId)
    expect(store).toMatchObject({ status: 'UPSERTED', totalChunks: LINES.length + 1, error: null })
    expect(store.loaders).toHaveLength(1)
  })

  test('takes no document from outside while a loader is read, and keeps nothing of it', async () => {
    const { scene, caller } = running
    const { loaderId: name, loaderConfig: config } = scene.lines('Another text.')
    const processing = { storeId, id: loaderId }
    await caller.expect(200, 'POST', `/document-store/loader/process/${loaderId}?wait=false`, processing)
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        caller.call('POST', `/document-store/upsert/${storeId}`, { loader: { name, config } }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await scene.get(storeId)).loaders).toHaveLength(1 + taken.length)
    await expect.poll(async () => (await scene.get(storeId)).loaders[0]?.status).toBe('SYNC')
    const body = { loader: { name, config }, embedding: { name: 'nowhere', config: {} } }
    await caller.expect(400, 'POST', `/document-store/upsert/${storeId}`, body)
    await caller.expect(400, 'POST', `/document-store/refresh/${storeId}`, { items: [body] })
    expect((await scene.get(storeId)).loaders).toHaveLength(1 + taken.length)
    const before = await caller.expect<object[]>(200, 'GET', '/document-store/store')
    await caller.expect(400, 'POST', `/document-store/upsert/${storeId}`, {
      ...body,
      createNewDocStore: true,
    })
    expect(await caller.expect<object[]>(200, 'GET', '/document-store/store')).toHaveLength(before.length)
  })

  test('whose loader is deleted stops, answers as before, and can be made anew without it', async () => {
    const { scene, caller } = running
    const { id: other } = await scene.save(storeId, scene.lines('Rooibos has no caffeine.'))
    await scene.process(storeId, other)
    const jobId = await rebuild()
    await caller.expect(200, 'DELETE', `/document-store/loader/${storeId}/${loaderId}`)
    await ended(jobId)
    expect(await scene.get(storeId)).toMatchObject({ status: 'STALE', answers: true })
    expect(await answer(QUESTION)).toBe(LINES[0])
    await scene.insert(storeId)
    expect(await answer(QUESTION)).toBe('Rooibos has no caffeine.')
    expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTED', totalChunks: 1, error: null })
  })

  test('is gone with all that it was about to have when it is deleted', async () => {
    const { caller } = running
    const jobId = await rebuild()
    await caller.expect(200, 'DELETE', `/document-store/store/${storeId}`)
    await ended(jobId)
    await caller.expect(404, 'GET', `/document-store/store/${storeId}`)
    const body = { storeId, query: QUESTION }
    await caller.expect(404, 'POST', '/document-store/vectorstore/query', body)
    const stores = await caller.expect<DocumentStore[]>(200, 'GET', '/document-store/store')
    expect(stores.map(({ id }) => id)).not.toContain(storeId)
  })

  test('that is stopped answers as before, says that it is not in step, and goes on when asked', async () => {
    const { scene, caller } = running
    const jobId = await rebuild()
    await caller.expect(200, 'PUT', `/document-store/stop/${storeId}`)
    await ended(jobId)
    expect(await scene.get(storeId)).toMatchObject({ status: 'STALE', answers: true })
    expect(await answer(QUESTION)).toBe(LINES[0])
    await scene.insert(storeId)
    expect(await answer('Cocoa likes milk.')).toBe('Cocoa likes milk.')
  })
})
