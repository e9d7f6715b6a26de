import type { UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFlow } from '../testing/make-flow.ts'
import { LINES } from '../testing/store-flow.ts'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'

describe.each(databaseKinds)('the vectors of a document store, on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())

  const embedded = () => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
  const history = (storeId: string) =>
    running.caller.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${storeId}`)

  test('are made once, and found', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const made = await running.scene.insert(storeId)
    expect(made).toMatchObject({ numAdded: 3, numSkipped: 0, numUpdated: 0, numDeleted: 0, totalKeys: 3 })
    expect(made.addedDocs.map(({ pageContent }) => pageContent)).toEqual(LINES)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED', answers: true })
    const before = embedded()
    expect(await running.scene.insert(storeId)).toMatchObject({
      numAdded: 0,
      numSkipped: 3,
      totalKeys: 3,
      addedDocs: [],
    })
    expect(embedded()).toBe(before)
    const { docs } = await running.scene.query(storeId, 'How hot is green tea steeped?')
    expect(docs).toMatchObject([{ pageContent: LINES[0], chunkNo: 1 }])
    expect((await running.scene.query(storeId, 'tea', { topK: '3' })).docs).toHaveLength(3)
    await running.caller.expect(400, 'POST', '/document-store/vectorstore/query', {
      storeId,
      query: 'tea',
      inputs: { basePath: '/etc' },
    })
    expect(await running.scene.insert(storeId, { docId: loaderId })).toMatchObject({ numSkipped: 3 })
  })

  test('are stale when something changed, answer meanwhile, and are made anew of what changed', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const { chunks } = await running.scene.process(storeId, loaderId)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE' })
    const path = `/document-store/chunks/${storeId}/${loaderId}`
    await running.caller.expect(200, 'PUT', `${path}/${chunks[0]?.id}`, {
      pageContent: 'Mate is steeped for minutes.',
    })
    await running.caller.expect(200, 'DELETE', `${path}/${chunks[2]?.id}`)
    expect((await running.scene.query(storeId, 'green tea')).docs).toMatchObject([
      { pageContent: LINES[0], chunkNo: -1 },
    ])
    const before = embedded()
    const again = await running.scene.insert(storeId)
    const asked = running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).slice(before)
    expect(asked.map(({ body }) => body.input)).toEqual([['Mate is steeped for minutes.']])
    expect(again).toMatchObject({ numUpdated: 1, numSkipped: 1, numDeleted: 1, numAdded: 0, totalKeys: 2 })
    expect((await running.scene.query(storeId, 'Mate is steeped')).docs[0]?.pageContent).toBe(
      'Mate is steeped for minutes.',
    )
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'UPSERTED' })
  })

  test('of a document that is taken in again with another text: what is no more is counted', async () => {
    const { storeId, loaderId: docId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const upsert = (text: string) =>
      running.caller.expect<object>(200, 'POST', `/document-store/upsert/${storeId}`, {
        docId,
        replaceExisting: true,
        loader: { name: 'plainText', config: { text } },
      })
    const text = `${LINES[0]}\nMate is steeped for minutes.`
    expect(await upsert(text)).toMatchObject({
      numAdded: 1,
      numSkipped: 1,
      numDeleted: 2,
      totalKeys: 2,
      docId,
    })
    expect(await upsert(text)).toMatchObject({ numAdded: 0, numSkipped: 2, numDeleted: 0, totalKeys: 2 })
    const other = await running.scene.save(storeId, running.scene.lines('Cocoa likes milk.'))
    await running.scene.process(storeId, other.id)
    expect(await running.scene.insert(storeId, { docId: other.id })).toMatchObject({
      numAdded: 1,
      numDeleted: 0,
    })
    expect(await upsert('Mate is bitter.')).toMatchObject({
      numAdded: 1,
      numSkipped: 0,
      numDeleted: 2,
      totalKeys: 2,
    })
  })

  test('a document that is taken in twice with one key is there once, and its caller gets the counts again', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const upsert = (wait: boolean, text = 'Cocoa likes milk.') =>
      running.caller.call<object>(
        'POST',
        `/document-store/upsert/${storeId}${wait ? '' : '?wait=false'}`,
        {
          loader: { name: 'plainText', config: { text } },
          splitter: { name: 'characterTextSplitter', config: { separator: '\n' } },
        },
        { 'idempotency-key': `${storeId} ${wait}` },
      )
    for (const wait of [true, false]) {
      const [first, second] = [await upsert(wait), await upsert(wait)]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect((await upsert(wait, 'Something else')).status).toBe(409)
      await expect.poll(async () => (await running.scene.get(storeId)).status).toBe('UPSERTED')
    }
    expect((await running.scene.get(storeId)).loaders).toHaveLength(3)
  })

  test('of another model are made from the beginning', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const { embeddingConfig } = running.scene.settings
    const other = { ...embeddingConfig, modelName: 'text-embedding-3-large' }
    await running.caller.expect(200, 'POST', '/document-store/vectorstore/save', {
      storeId,
      ...running.scene.settings,
      embeddingConfig: other,
    })
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE', answers: true })
    expect((await running.scene.query(storeId, 'green tea steeped')).docs).toHaveLength(1)
    expect(await running.scene.insert(storeId, { embeddingConfig: other })).toMatchObject({
      numAdded: 3,
      numSkipped: 0,
    })
    const [latest, first] = await history(storeId)
    expect(first?.changed).toEqual([])
    expect(latest?.changed).toEqual([expect.stringMatching(/: Model Name$/)])
    expect(JSON.stringify(latest)).not.toContain('sk-test-key')
    await running.caller.expect(200, 'PATCH', '/upsert-history', { ids: [first?.id] })
    expect(await history(storeId)).toHaveLength(1)
    await running.caller.expect(404, 'PATCH', '/upsert-history', { ids: [first?.id] })
  })

  test('are deleted, and the chunks stay', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    await running.caller.expect(200, 'DELETE', `/document-store/vectorstore/${storeId}`)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', answers: false, totalChunks: 3 })
    await running.caller.expect(400, 'POST', '/document-store/vectorstore/query', { storeId, query: 'tea' })
    expect(await running.scene.insert(storeId)).toMatchObject({ numAdded: 3 })
  })

  test('of one document are deleted alone, and what another document holds too is still found', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const other = await running.scene.save(storeId, running.scene.lines(`${LINES[0]}\nCocoa likes milk.`))
    await running.scene.process(storeId, other.id)
    expect(await running.scene.insert(storeId)).toMatchObject({ numAdded: 4, totalKeys: 4 })
    const before = embedded()
    const path = `/document-store/vectorstore/${storeId}`
    await running.caller.expect(200, 'DELETE', `${path}?docId=${loaderId}`)
    const find = async () =>
      (await running.scene.query(storeId, 'tea', { topK: '9' })).docs
        .map(({ pageContent }) => pageContent)
        .sort()
    expect(await find()).toEqual(['Cocoa likes milk.', LINES[0]])
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE', answers: true, totalChunks: 5 })
    expect(embedded() - before).toBe(1)
    expect(await running.scene.insert(storeId)).toMatchObject({ numAdded: 2, numSkipped: 2, totalKeys: 4 })
    expect(await find()).toHaveLength(4)
    await running.caller.expect(404, 'DELETE', `${path}?docId=${storeId}`)
    await running.caller.expect(200, 'DELETE', `${path}?docId=${loaderId}`)
    await running.caller.expect(200, 'DELETE', `${path}?docId=${other.id}`)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', answers: false })
  })

  test('may be those of pieces of the chunks, which are answered whole and once', async () => {
    const long = `${LINES.join(' ')} ${'The house opens at nine and closes at six. '.repeat(4).trim()}`
    const { storeId } = await running.scene.makeFilled()
    const { id } = await running.scene.save(storeId, { loaderId: 'plainText', loaderConfig: { text: long } })
    await running.scene.process(storeId, id)
    const vectorStoreConfig = { topK: '2', searchPieceSize: '50' }
    expect(await running.scene.insert(storeId, { vectorStoreConfig })).toMatchObject({ numAdded: 4 })
    const { docs } = await running.scene.query(storeId, 'The house opens at nine and closes at six.')
    expect(docs[0]).toMatchObject({ pageContent: long, chunkNo: 1 })
    expect(docs.filter(({ pageContent }) => pageContent === long)).toHaveLength(1)
    expect(docs).toHaveLength(2)
    const before = embedded()
    expect(await running.scene.insert(storeId, { vectorStoreConfig })).toMatchObject({ numSkipped: 4 })
    expect(embedded()).toBe(before)
  })

  test('are found by what their metadata say, as data of the call', async () => {
    const { storeId } = await running.scene.makeFilled()
    const metadata = JSON.stringify({ page: 7, kind: 'note' })
    const { id } = await running.scene.save(storeId, {
      loaderId: 'plainText',
      loaderConfig: { text: 'Tea of the seventh page.', metadata },
    })
    await running.scene.process(storeId, id)
    await running.scene.insert(storeId)
    const find = async (filter: object) =>
      (await running.scene.query(storeId, 'green tea', { topK: '9' }, filter)).docs.map(
        ({ pageContent }) => pageContent,
      )
    expect(await find({ page: { $gte: 5 } })).toEqual(['Tea of the seventh page.'])
    expect(await find({ kind: 'note' })).toEqual(['Tea of the seventh page.'])
    expect(await find({ page: { $lt: 5 } })).toEqual([])
    expect(await find({ page: { $exists: false } })).toHaveLength(3)
    expect(await find({})).toHaveLength(4)
    const refused = await running.caller.call<{ message: string }>(
      'POST',
      '/document-store/vectorstore/query',
      { storeId, query: 'tea', filter: { page: { $near: 5 } } },
    )
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('$near')])
  })

  test('stay those they are when only the way they are searched changes', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const before = embedded()
    expect(await running.scene.insert(storeId, { vectorStoreConfig: { topK: '2' } })).toMatchObject({
      numAdded: 0,
      numSkipped: 3,
      numDeleted: 0,
      totalKeys: 3,
      addedDocs: [],
    })
    expect(embedded()).toBe(before)
    expect((await running.scene.query(storeId, 'tea')).docs).toHaveLength(2)
  })

  test('are not made without settings, which are named', async () => {
    const { storeId } = await running.scene.makeFilled()
    const insert = async (body: object) => {
      const answer = await running.caller.call<{ issues?: { path: string }[] }>(
        'POST',
        '/document-store/vectorstore/insert',
        { storeId, ...body },
      )
      return [answer.status, answer.body.issues?.[0]?.path]
    }
    expect(await insert({})).toEqual([400, 'vectorStoreName'])
    expect(await insert({ vectorStoreName: 'memoryVectorStore' })).toEqual([400, 'embeddingName'])
    expect(await insert({ vectorStoreName: 'plainText' })).toEqual([400, 'vectorStoreConfig'])
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC' })
  })

  test('are filled from outside: JSON, and a form with a file and metadata', async () => {
    const storeId = await running.scene.makeStore()
    await running.caller.expect(200, 'POST', '/document-store/vectorstore/save', {
      storeId,
      ...running.scene.settings,
    })
    const { loaderId, loaderConfig, splitterId, splitterConfig } = running.scene.lines()
    const body = {
      loader: { name: loaderId, config: loaderConfig },
      splitter: { name: splitterId, config: splitterConfig },
    }
    const path = `/document-store/upsert/${storeId}`
    const first = await running.caller.expect<{ docId: string }>(200, 'POST', path, body)
    expect(first).toMatchObject({ numAdded: 3 })
    const replaced = await running.caller.expect(200, 'POST', path, {
      docId: first.docId,
      replaceExisting: true,
      loader: { config: { text: `${LINES[0]}\n${LINES[2]}` } },
      metadata: { topic: 'drinks' },
    })
    expect(replaced).toMatchObject({ docId: first.docId, numAdded: 2 })
    expect((await running.scene.get(storeId)).loaders).toHaveLength(1)
    const form = new FormData()
    form.set('loader', JSON.stringify({ name: 'pdfFile' }))
    const { makePdf } = await import('@runnel/drivers/testing')
    form.append('files', new File([new Uint8Array(makePdf([['Cocoa likes milk.']]))], 'cocoa.pdf'))
    const { key } = await running.server.withKey(['documentStores:upsert-config'])
    const response = await fetch(`${running.server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    expect([response.status, await response.json()]).toMatchObject([200, { numAdded: 1 }])
    expect((await running.scene.query(storeId, 'Cocoa likes milk')).docs[0]?.pageContent).toBe(
      'Cocoa likes milk.',
    )
    const refreshed = await running.caller.expect<object[]>(
      200,
      'POST',
      `/document-store/refresh/${storeId}`,
      {},
    )
    expect(refreshed).toMatchObject([{ totalKeys: 3, numSkipped: 3, numAdded: 0 }])
  })

  test('are made by one run at a time, which somebody who does not wait can follow', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const path = `/document-store/loader/process/${loaderId}?wait=false`
    const answers = await Promise.all(
      [1, 2].map(() => running.caller.call<{ jobId?: string }>('POST', path, { storeId, id: loaderId })),
    )
    const begun = answers.filter(({ status }) => status === 200)
    expect(begun.length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    for (const { body } of begun) {
      const events = await running.caller.call('GET', `/runs/${body.jobId}/events`)
      expect(events.text).toContain('run-end')
      expect(events.text).toContain('"what":"files"')
    }
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'SYNC', totalChunks: 3 })
  })

  test('are looked into by flows: as a store, as documents, by an agent flow', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    const retriever = {
      id: 'retrieverAgentflow_0',
      type: 'agentFlow',
      position: { x: 300, y: 0 },
      data: {
        id: 'retrieverAgentflow_0',
        name: 'retrieverAgentflow',
        label: 'Library',
        version: 1.1,
        inputs: {
          retrieverKnowledgeDocumentStores: [{ documentStore: `${storeId}:Drinks` }],
          retrieverQuery: 'How hot is green tea steeped?',
          outputFormat: 'text',
        },
      },
    }
    const start = {
      id: 'startAgentflow_0',
      type: 'agentFlow',
      position: { x: 0, y: 0 },
      data: {
        id: 'startAgentflow_0',
        name: 'startAgentflow',
        label: 'Start',
        version: 1.1,
        inputs: { startInputType: 'chatInput' },
      },
    }
    const edge = {
      id: 'e1',
      source: start.id,
      target: retriever.id,
      sourceHandle: `${start.id}-output-startAgentflow`,
      targetHandle: retriever.id,
      type: 'agentFlow',
    }
    const flowId = await makeFlow(running.caller, { nodes: [start, retriever], edges: [edge] })
    const answer = await running.caller.expect<{ text: string }>(200, 'POST', `/prediction/${flowId}`, {
      question: 'x',
    })
    expect(answer.text).toBe(LINES[0])
    expect((await running.scene.get(storeId)).whereUsed).toEqual([{ id: flowId, name: 'A flow' }])
    const options = await running.caller.expect<{ name: string; label: string }[]>(
      200,
      'POST',
      '/node-load-method/documentStoreVS',
      { loadMethod: 'listStores', name: 'documentStoreVS', inputs: {} },
    )
    expect(options).toContainEqual(expect.objectContaining({ name: storeId, label: 'Drinks' }))
  })

  test('go with their store', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled('Only here, and nowhere else: quince tea.')
    await running.scene.insert(storeId)
    await running.caller.expect(200, 'DELETE', `/document-store/loader/${storeId}/${loaderId}`)
    expect(await running.scene.get(storeId)).toMatchObject({ status: 'STALE', loaders: [], totalChunks: 0 })
    await running.caller.expect(200, 'DELETE', `/document-store/store/${storeId}`)
    await running.caller.expect(404, 'GET', `/upsert-history/${storeId}`)
  })
})
