import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'

const COUNT = 300
/** Texts that the engine asks for together. */
const BATCH = 256
const lines = (count = COUNT) => Array.from({ length: count }, (_, n) => `Tea ${n} is steeped for minutes.`)

describe.each(databaseKinds)('a vendor that refuses a part of what is embedded, on %s', (kind) => {
  let running: StoreServer

  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())
  beforeEach(() => {
    running.vendor.requests.length = 0
  })

  const embedded = () =>
    running.vendor.requests
      .filter(({ path }) => path.endsWith('/embeddings'))
      .map(({ body }) => body.input as string[])
  const found = async (storeId: string, question: string) =>
    (await running.scene.query(storeId, question)).docs.map(({ pageContent }) => pageContent)
  const insertion = (storeId: string, embedding: object = {}) => {
    const { settings } = running.scene
    const embeddingConfig = { ...settings.embeddingConfig, dimensions: '64', ...embedding }
    return { storeId, ...settings, embeddingConfig }
  }
  const begin = async (storeId: string, embedding?: object) => {
    const body = insertion(storeId, embedding)
    return running.caller.call<{ message?: string }>('POST', '/document-store/vectorstore/insert', body)
  }

  /** Changes the one chunk that holds a text. */
  async function writeOver(storeId: string, loaderId: string, { text, by }: { text: string; by: string }) {
    const path = `/document-store/chunks/${storeId}/${loaderId}`
    const search = encodeURIComponent(text)
    const { chunks } = await running.caller.expect<{ chunks: { id: string }[] }>(
      200,
      'GET',
      `${path}/1?search=${search}`,
    )
    expect(chunks).toHaveLength(1)
    await running.caller.expect(200, 'PUT', `${path}/${chunks[0]?.id}`, { pageContent: by })
  }

  test('because it is busy is asked for that part again, as often as it says, and for nothing else', async () => {
    const { storeId } = await running.scene.makeFilled(lines().join('\n'))
    const busy = { status: 429, headers: { 'retry-after-ms': '5' } }
    running.vendor.embedWith(undefined, busy, busy, busy, busy, busy, undefined)
    expect((await begin(storeId, { batchSize: '128' })).body).toMatchObject({ numAdded: COUNT })
    const asked = embedded()
    expect(asked.length).toBe(3 + 5)
    expect(new Set(asked.flat()).size).toBe(COUNT)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED', error: null })
  })

  test('for good because of one text makes all others, names that one, and is later asked for it alone', async () => {
    const long = 'Sencha '.repeat(6_000).trim()
    const { storeId, loaderId } = await running.scene.makeFilled(lines(3).join('\n'))
    await begin(storeId)
    await running.scene.save(storeId, { id: loaderId, ...running.scene.lines(lines().join('\n')) })
    await running.scene.process(storeId, loaderId)
    await writeOver(storeId, loaderId, { text: 'Tea 40 is', by: long })
    running.vendor.requests.length = 0
    const refused = await begin(storeId)
    expect(refused.status).toBe(500)
    const named = /One text is refused.*maximum context length.*chunk 41 of Plain Text/s
    expect(refused.body.message).toMatch(named)
    expect(await running.scene.get(storeId)).toMatchObject({
      status: 'STALE',
      error: expect.stringMatching(named),
      answers: true,
    })
    expect(await found(storeId, 'Tea 2 is steeped for minutes.')).toEqual(['Tea 2 is steeped for minutes.'])
    expect(lines(3)).toContain((await found(storeId, 'Tea 222 is steeped for minutes.'))[0])

    await writeOver(storeId, loaderId, { text: 'Sencha', by: 'Sencha is short.' })
    running.vendor.requests.length = 0
    expect((await begin(storeId)).status).toBe(200)
    expect(embedded()).toEqual([['Sencha is short.']])
    expect(await found(storeId, 'Sencha is short.')).toEqual(['Sencha is short.'])
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED', error: null })
  })

  test('because of its key keeps what was embedded, and is asked for the rest the next time', async () => {
    const { storeId } = await running.scene.makeFilled(lines().join('\n'))
    running.vendor.embedWith(undefined, { status: 401, message: 'The key is over.' })
    const refused = await begin(storeId)
    expect(refused).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('kept for the next try') },
    })
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', answers: false })
    running.vendor.requests.length = 0
    expect((await begin(storeId)).body).toMatchObject({ numAdded: COUNT, totalKeys: COUNT })
    expect(embedded().map((texts) => texts.length)).toEqual([COUNT - BATCH])
  })

  test('leaves nothing behind that other settings take for their own', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled(lines(3).join('\n'))
    await begin(storeId)
    await running.scene.save(storeId, { id: loaderId, ...running.scene.lines(lines().join('\n')) })
    await running.scene.process(storeId, loaderId)
    running.vendor.embedWith(undefined, { status: 401, message: 'The key is over.' })
    expect((await begin(storeId, { dimensions: '32' })).status).toBe(500)
    expect((await begin(storeId)).body).toMatchObject({ numAdded: COUNT - 3, totalKeys: COUNT })
    for (const n of [1, 222])
      expect(await found(storeId, `Tea ${n} is steeped for minutes.`)).toEqual([
        `Tea ${n} is steeped for minutes.`,
      ])
  })

  test('whatever it gets is asked few times, and what it says is told', async () => {
    const { storeId } = await running.scene.makeFilled(lines().join('\n'))
    const refused = await begin(storeId, { dimensions: '99999' })
    expect(refused).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('dimensions') },
    })
    expect(embedded().length).toBeLessThan(60)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', answers: false })
  })
})
