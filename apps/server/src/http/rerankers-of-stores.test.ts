import type { DocumentStore, NodeDefinition } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import {
  type FakeVendor,
  type RerankerCase,
  rerankerCases,
  startFakeReranker,
} from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NodeWorld, startNodeWorld } from '../testing/every-node/node-world.ts'
import { agentEdge, agentNode } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'

const TEA = 'green tea wants seventy degrees'
const HILLS = 'green hills are seen from the river in spring'
const COAL = 'coal comes by sea, from ports in the far north'
const QUESTION = 'green tea degrees'

interface Found {
  docs: { pageContent: string; score: number }[]
}

describe.each(databaseKinds)('a reranker of a document store, on %s', (kind) => {
  const fakes = new Map<RerankerCase, FakeVendor>()
  let world: NodeWorld
  let scene: StoreScene
  beforeAll(async () => {
    for (const each of rerankerCases) fakes.set(each, await startFakeReranker(each))
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
    const { administrator, vendor, credentialId } = world.scene
    scene = createStoreScene(administrator, vendor, credentialId)
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })

  const caller = () => world.scene.administrator
  const query = (storeId: string, inputs?: object, filter?: object) =>
    caller().expect<Found>(200, 'POST', '/document-store/vectorstore/query', {
      storeId,
      query: QUESTION,
      ...(inputs && { inputs }),
      ...(filter && { filter }),
    })
  const textsOf = ({ docs }: Found) => docs.map(({ pageContent }) => pageContent)

  async function makeStore(facts: RerankerCase, values: object = {}) {
    const { storeId } = await scene.makeFilled([COAL, HILLS, TEA].join('\n'))
    const credential = await world.makeKey(facts.node, { ...facts.credential, ...facts.account })
    const rerankerConfig = { ...facts.settings.values, ...values, FLOWISE_CREDENTIAL_ID: credential }
    await scene.insert(storeId, { rerankerName: facts.node, rerankerConfig })
    const fake = fakes.get(facts) as FakeVendor
    world.lead(fake.origin)
    return { storeId, fake }
  }
  const [cohere] = rerankerCases as [RerankerCase]

  test.each(rerankerCases)(
    '$node puts in order what is found, and keeps as many as it says',
    async (facts) => {
      const { storeId, fake } = await makeStore(facts)
      const found = await query(storeId)
      expect(textsOf(found)).toEqual([TEA, HILLS])
      expect(found.docs.map(({ score }) => score)).toEqual([1, expect.closeTo(1 / 3)])
      expect(fake.requests.at(-1)?.body).toMatchObject({ query: QUESTION, ...facts.settings.body })
      // The store is asked for one passage; four times as many as are kept are shown to the vendor.
      expect(fake.requests.at(-1)?.body).toHaveProperty('documents.length', 3)
      expect(textsOf(await query(storeId, { topK: '1' }))).toEqual([TEA])
    },
  )

  test('changes no vector, and holds from the next upsert on', async () => {
    const { storeId } = await makeStore(cohere)
    const embedded = () =>
      world.scene.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length
    const before = embedded()
    const body = { storeId, ...scene.settings, isStrictSave: true }
    await caller().expect(200, 'POST', '/document-store/vectorstore/save', {
      ...body,
      isStrictSave: undefined,
    })
    expect(await scene.get(storeId)).toMatchObject({ status: 'STALE', rerankerConfig: null })
    expect(textsOf(await query(storeId))).toEqual([TEA, HILLS])
    expect(await scene.insert(storeId, { isStrictSave: true })).toMatchObject({ numAdded: 0, numSkipped: 3 })
    expect(embedded()).toBe(before + 1)
    expect(await scene.get(storeId)).toMatchObject({ status: 'UPSERTED' })
    expect(textsOf(await query(storeId))).toHaveLength(1)
  })

  test('is asked by flows too, for what their filter lets through', async () => {
    const { storeId, fake } = await makeStore(cohere)
    const flowId = await makeFlow(caller(), {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
        agentNode('retrieverAgentflow_0', 'retrieverAgentflow', {
          retrieverKnowledgeDocumentStores: [{ documentStore: `${storeId}:Drinks` }],
        }),
      ],
      edges: [agentEdge('startAgentflow_0', 'retrieverAgentflow_0')],
    })
    const asked = fake.requests.length
    const { text } = await caller().expect<{ text: string }>(200, 'POST', `/prediction/${flowId}`, {
      question: QUESTION,
    })
    expect([text, fake.requests.length]).toEqual([`${TEA}\n${HILLS}`, asked + 1])
  })

  test('is not asked about nothing', async () => {
    const { storeId, fake } = await makeStore(cohere)
    const asked = fake.requests.length
    expect((await query(storeId, undefined, { source: 'elsewhere' })).docs).toEqual([])
    expect(fake.requests).toHaveLength(asked)
  })

  test('that refuses is an error in words, and no other order', async () => {
    const { storeId, fake } = await makeStore(cohere)
    fake.respondWith({ status: 500, message: 'Out of order' })
    fake.respondWith({ status: 500, message: 'Out of order' })
    fake.respondWith({ status: 500, message: 'Out of order' })
    const { status, text } = await caller().call('POST', '/document-store/vectorstore/query', {
      storeId,
      query: QUESTION,
    })
    expect([status >= 400, text]).toEqual([true, expect.stringContaining('Cohere')])
  })

  test('is chosen among the nodes that can do so, and nothing else is', async () => {
    const nodes = await caller().expect<NodeDefinition[]>(200, 'GET', '/document-store/components/reranker')
    expect(nodes.map(({ name }) => name).toSorted()).toEqual(rerankerCases.map(({ node }) => node).toSorted())
    const storeId = await scene.makeStore()
    const refused = await caller().call<{ issues: { path: string }[] }>(
      'POST',
      '/document-store/vectorstore/save',
      { storeId, rerankerName: 'chatOpenAI', rerankerConfig: {} },
    )
    expect([refused.status, refused.body.issues[0]?.path]).toEqual([400, 'rerankerConfig'])
    const kept = { name: 'JinaRerankRetriever', config: { topN: 3 } }
    const path = `/document-store/store/${storeId}`
    await caller().expect(200, 'PUT', path, { rerankerConfig: kept })
    expect((await caller().expect<DocumentStore>(200, 'GET', path)).rerankerConfig).toEqual(kept)
  })
})
