import { databaseKinds } from '@runnel/db/testing'
import { type StoreServerFake, startStoreServer } from '@runnel/nodes/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { LINES, makeStoreKey, storeFlow } from '../testing/store-flow.ts'

interface Answer {
  text: string
  sourceDocuments?: { pageContent: string; metadata: Record<string, unknown> }[]
}

describe.each(databaseKinds)('a chat flow over a store outside, on %s', (kind) => {
  let scene: VendorServer
  let store: StoreServerFake
  const ports = new Map<string, number>()
  beforeAll(async () => {
    const leads: Record<string, string> = {}
    // One port for all tests of a store, so that the server knows before it starts where the store is.
    for (const node of ['qdrant', 'elasticsearch', 'milvus']) {
      const first = await startStoreServer(node)
      ports.set(node, Number(new URL(first.origin).port))
      leads[first.host] = first.origin
      await first.close()
    }
    scene = await startVendorServer({ kind, leads })
  })
  afterAll(() => scene.stop())
  const open = async (node: string) => {
    store = await startStoreServer(node, ports.get(node))
  }
  beforeEach(() => open('qdrant'))
  afterEach(() => store.close())

  async function make({
    text = LINES.join('\n'),
    values = {},
    key = store.credential,
    node = 'qdrant',
    credential = 'qdrantApi',
  } = {}) {
    const credentialId = await makeStoreKey(scene.administrator, credential, key)
    const flow = storeFlow(scene, { node, values: { ...store.values, ...values }, credentialId }, text)
    return { flow, flowId: await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' }) }
  }

  const upsert = async (flowId: string) => {
    const { status, text } = await scene.administrator.call('POST', `/vector/upsert/${flowId}`, {})
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  }
  const ask = (flowId: string, question: string) =>
    scene.administrator.expect<Answer>(200, 'POST', `/prediction/${flowId}`, { question })

  test('is filled by an upsert, and answers from what it finds there, with its source', async () => {
    const { flowId } = await make()
    expect((await upsert(flowId)).body).toMatchObject({ numAdded: 3, numSkipped: 0, numDeleted: 0 })
    expect(store.texts()).toEqual(LINES.toSorted())
    expect((await upsert(flowId)).body).toMatchObject({ numAdded: 0, numSkipped: 3, numDeleted: 0 })
    const answer = await ask(flowId, 'How hot is green tea steeped?')
    expect(answer.sourceDocuments).toEqual([
      { pageContent: LINES[0], metadata: expect.objectContaining({ topic: 'drinks' }) },
    ])
    expect(JSON.stringify(scene.vendor.requests.at(-1)?.body)).toContain('seventy degrees')
    expect(await scene.server.dump()).not.toContain(store.credential.qdrantApiKey)
  })

  test.each([false, true])(
    'what it refuses is told who may see the run, with the node, and no visitor: streamed %s',
    async (streaming) => {
      const { flow } = await make()
      const flowId = await makeFlow(scene.administrator, flow, {
        type: 'CHATFLOW',
        isPublic: true,
        apiConfig: '{}',
      })
      await upsert(flowId)
      const words = 'Wrong input: Vector dimension error: expected dim: 1536, got 3'
      store.refuse(1, 400, JSON.stringify({ status: { error: words }, time: 0.1 }))
      const visitor = scene.server.anonymous()
      const body = { question: 'How hot?', streaming }
      const { text, headers } = await visitor.call('POST', `/prediction/${flowId}`, body)
      expect(text).toContain('The flow could not answer')
      expect(text).not.toMatch(/qdrant|Vector dimension|status 400/)
      const runId = headers.get('x-run-id')
      const run = await scene.administrator.call('GET', `/runs/${runId}/events`)
      expect(run.text).toContain(
        `Chain (conversationalRetrievalQAChain_0): qdrant_0 answered with status 400: it does not understand the request. It says: ${words}`,
      )
    },
  )

  test('holds what its source is now, whatever it was, and asks nothing of it with a question', async () => {
    const { flow, flowId } = await make()
    await upsert(flowId)
    const text = flow.nodes.find(({ id }) => id === 'plainText_0')
    if (text) text.data.inputs = { text: `${LINES[0]}\nMatcha is whisked.` }
    await scene.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(flow) })
    await ask(flowId, 'Matcha?')
    expect(store.texts()).toEqual(LINES.toSorted())
    const { body } = await upsert(flowId)
    expect(body.numDeleted).toBeGreaterThanOrEqual(2)
    expect(store.texts()).toEqual([LINES[0], 'Matcha is whisked.'])
  })

  test('is whole after a busy server, and after connections that were cut', async () => {
    const { flowId } = await make()
    store.refuse(5, 429)
    store.cutAfter(7)
    expect(await upsert(flowId)).toMatchObject({ status: 200, body: { numAdded: 3 } })
    expect(store.texts()).toEqual(LINES.toSorted())
    expect(store.asked.filter((asked) => asked.startsWith('PUT') && asked.includes('/points')).length).toBe(5)
  })

  test.each([
    {
      node: 'elasticsearch',
      credential: 'elasticsearchApi',
      says: {
        errors: true,
        items: [
          { index: { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } } },
        ],
      },
      puts: '/_bulk',
      n: 3,
    },
    {
      node: 'milvus',
      credential: 'milvusAuth',
      says: { code: 1807, message: 'request is rejected by limiter' },
      puts: '/entities/upsert',
      n: 5,
    },
  ])('is whole after $node said in an answer of success that it is busy', async (facts) => {
    await store.close()
    await open(facts.node)
    const { flowId } = await make({ node: facts.node, credential: facts.credential })
    store.refuse(facts.n, 200, JSON.stringify(facts.says))
    expect(await upsert(flowId)).toMatchObject({ status: 200, body: { numAdded: 3 } })
    expect(store.texts()).toEqual(LINES.toSorted())
    expect(store.asked.filter((asked) => asked.includes(facts.puts)).length).toBe(4)
  })

  test('is found where its credential says, and nothing tells where that is but the credential', async () => {
    await store.close()
    await open('elasticsearch')
    const { flowId } = await make({ node: 'elasticsearch', credential: 'elasticsearchApi' })
    expect((await upsert(flowId)).body).toMatchObject({ numAdded: 3 })
    expect((await upsert(flowId)).body).toMatchObject({ numAdded: 0, numSkipped: 3 })
    const { sourceDocuments } = await ask(flowId, 'How hot is green tea steeped?')
    expect(sourceDocuments).toMatchObject([{ pageContent: LINES[0] }])
    const dump = await scene.server.dump()
    for (const secret of Object.values(store.credential)) expect(dump).not.toContain(secret)
  })

  test('says what is wrong with key, name and address', async () => {
    const wrong = await make({ key: { qdrantApiKey: 'not-the-key' } })
    const refused = await upsert(wrong.flowId)
    expect(refused.body.message).toContain('status 401: it does not accept the key')
    expect(JSON.stringify(refused)).not.toContain('not-the-key')
    const empty = await make({ values: { qdrantCollection: 'elsewhere' } })
    const asked = await scene.administrator.call('POST', `/prediction/${empty.flowId}`, { question: 'Tea?' })
    expect(asked.text).toContain('has no collection \\"elsewhere\\". Fill the store first')
    const inside = await make({ values: { qdrantServerUrl: 'http://127.0.0.1:9' } })
    expect((await upsert(inside.flowId)).body.message).toContain('EGRESS_ALLOW')
  })
})
