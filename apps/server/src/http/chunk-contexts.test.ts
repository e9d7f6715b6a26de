import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES } from '../testing/store-flow.ts'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'

const SAID = 'Of the handbook of the Zanzibar tea house.'

describe.each(databaseKinds)('the context of chunks, on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())

  const asked = () => running.vendor.callCount
  const say = (times: number, text = SAID) =>
    running.vendor.respondWith(...Array.from({ length: times }, () => ({ text })))
  const model = () => ({
    contextName: 'chatOpenAI',
    contextConfig: {
      modelName: 'gpt-4o-mini',
      basepath: running.vendor.baseURL,
      FLOWISE_CREDENTIAL_ID: running.credentialId,
    },
  })
  const byWords = async (storeId: string, words: string) =>
    (await running.scene.query(storeId, words, { searchType: 'words', topK: '9' })).docs

  test('is searched with each chunk and never answered, and costs nothing again', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    expect(await byWords(storeId, 'Zanzibar')).toEqual([])
    await running.caller.expect(200, 'POST', '/document-store/vectorstore/save', {
      storeId,
      ...running.scene.settings,
      ...model(),
    })
    expect(await running.scene.get(storeId)).toMatchObject({
      status: 'STALE',
      contextConfig: { name: 'chatOpenAI' },
    })
    const before = asked()
    const embeddings = running.vendor.requests.length
    say(3)
    expect(await running.scene.insert(storeId, model())).toMatchObject({ numAdded: 3, totalKeys: 3 })
    expect(asked() - before).toBe(3)
    const sent = running.vendor.requests.slice(embeddings)
    const texts = sent.flatMap(({ path, body }) => (path.endsWith('/embeddings') ? body.input : []))
    expect(texts).toEqual(LINES.map((line) => `${SAID}\n${line}`))
    const [question] = sent.map(({ body }) => JSON.stringify(body.messages))
    for (const line of LINES) expect(question).toContain(line)
    const found = await byWords(storeId, 'Zanzibar')
    expect(found.map(({ pageContent }) => pageContent).toSorted()).toEqual(LINES.toSorted())
    expect(JSON.stringify(found)).not.toContain('Zanzibar')
    expect(found.every(({ chunkNo }) => chunkNo > 0)).toBe(true)
    await running.scene.insert(storeId, model())
    await running.scene.process(storeId, loaderId)
    await running.scene.insert(storeId, model())
    expect(asked() - before).toBe(3)
    expect(await byWords(storeId, 'Zanzibar')).toHaveLength(3)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED' })
  })

  test('is made anew where a document changed, and goes with its model', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    say(3)
    await running.scene.insert(storeId, model())
    const { chunks } = await running.scene.process(storeId, loaderId)
    const path = `/document-store/chunks/${storeId}/${loaderId}/${chunks[0]?.id}`
    await running.caller.expect(200, 'PUT', path, { pageContent: 'Mate is steeped for minutes.' })
    const before = asked()
    say(3, 'Of the book of Uruguay.')
    await running.scene.insert(storeId, model())
    expect(asked() - before).toBe(3)
    expect(await byWords(storeId, 'Uruguay')).toHaveLength(3)
    expect(await byWords(storeId, 'Zanzibar')).toEqual([])
    await running.scene.insert(storeId, { isStrictSave: true })
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED', contextConfig: null })
    expect(await byWords(storeId, 'Uruguay')).toEqual([])
    expect(await byWords(storeId, 'Mate')).toHaveLength(1)
  })

  test('is searched with each piece of a chunk, too', async () => {
    const { storeId } = await running.scene.makeFilled(`${LINES[0]} ${LINES[1]}`)
    const long = `${LINES.join(' ')} ${'The house opens at nine. '.repeat(6).trim()}`
    const { id } = await running.scene.save(storeId, { loaderId: 'plainText', loaderConfig: { text: long } })
    await running.scene.process(storeId, id)
    say(3)
    await running.scene.insert(storeId, { ...model(), vectorStoreConfig: { searchPieceSize: '50' } })
    const found = await byWords(storeId, 'Zanzibar')
    expect(found.map(({ pageContent }) => pageContent)).toContain(long)
    expect(found).toHaveLength(3)
  })

  test('that a model refuses fails the run, what stood before answers, and the rest is kept', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const before = asked()
    running.vendor.respondWith({ text: SAID }, { text: SAID }, { status: 400, message: 'No such passage.' })
    const refused = await running.caller.call('POST', '/document-store/vectorstore/insert', {
      storeId,
      ...running.scene.settings,
      ...model(),
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE', answers: true })
    expect((await running.scene.get(storeId)).error).toContain('No such passage')
    expect((await running.scene.query(storeId, 'green tea steeped')).docs).toHaveLength(1)
    say(1)
    await running.scene.insert(storeId, model())
    expect(asked() - before).toBe(4)
  })

  test('that a model leaves empty is a fault with a way out', async () => {
    const { storeId } = await running.scene.makeFilled()
    say(3, '   ')
    const refused = await running.caller.call<{ message: string }>(
      'POST',
      '/document-store/vectorstore/insert',
      { storeId, ...running.scene.settings, ...model() },
    )
    expect(refused.body.message).toContain('Choose another model for the context of chunks')
  })

  test('stays with documents that stay when another one is deleted', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const other = await running.scene.save(storeId, running.scene.lines(`${LINES[0]}\nCocoa likes milk.`))
    await running.scene.process(storeId, other.id)
    say(5)
    await running.scene.insert(storeId, model())
    const before = asked()
    await running.caller.expect(200, 'DELETE', `/document-store/vectorstore/${storeId}?docId=${loaderId}`)
    expect(await byWords(storeId, 'Zanzibar')).toHaveLength(2)
    expect(asked()).toBe(before)
  })

  test('is made by a chat model alone', async () => {
    const models = await running.caller.expect<{ name: string }[]>(
      200,
      'GET',
      '/document-store/components/context',
    )
    expect(models.map(({ name }) => name)).toContain('chatOpenAI')
    expect(models.map(({ name }) => name)).not.toContain('openAIEmbeddings')
    const storeId = await running.scene.makeStore()
    const refused = await running.caller.call<{ issues?: { path: string }[] }>(
      'POST',
      '/document-store/vectorstore/save',
      { storeId, ...running.scene.settings, contextName: 'openAIEmbeddings' },
    )
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'contextConfig'])
  })
})
