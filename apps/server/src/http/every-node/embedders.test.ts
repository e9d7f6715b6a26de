import {
  type EmbedderCase,
  embedderCases,
  type FakeEmbeddingVendor,
  type FakeVendor,
  type RerankerCase,
  rerankerCases,
  startFakeReranker,
} from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraryFlow, textsPart } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'

const TEA = 'green tea wants seventy degrees'
const COAL = 'coal comes by sea'

/** Every embedder of a vendor, whole: two texts are taken in, and the one that fits is found. */
onDatabases({ title: 'embedders', cases: embedderCases, subject: 2 }, (kind, cases) => {
  const fakes = new Map<EmbedderCase, FakeEmbeddingVendor>()
  let world: NodeWorld
  beforeAll(async () => {
    for (const each of cases) fakes.set(each, await each.startFake())
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })

  test.each(cases)('$node fills a store and finds in it, with its key', async (facts) => {
    const fake = fakes.get(facts) as FakeEmbeddingVendor
    const { node, values } = facts
    const credential = await world.makeKey(node, { ...facts.credential, ...facts.account })
    const source = textsPart(TEA, COAL)
    const store = { node: 'memoryVectorStore', values: { topK: '1' } }
    const flowId = await world.save(libraryFlow({ source, store, embeddings: { node, values, credential } }))
    world.lead(fake.origin)
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: 2 })
    expect(fake.requests.length).toBeGreaterThan(0)
    const filled = fake.requests.length
    const { sourceDocuments } = await world.ask(flowId, 'green tea degrees')
    expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA])
    expect(fake.requests.length).toBeGreaterThan(filled)
  })
})

/** Every reranker, whole: a store finds, and the vendor says in which order it fits. */
onDatabases({ title: 'rerankers', cases: rerankerCases, subject: 0 }, (kind, cases) => {
  const fakes = new Map<RerankerCase, FakeVendor>()
  let world: NodeWorld
  beforeAll(async () => {
    for (const each of cases) fakes.set(each, await startFakeReranker(each))
    world = await startNodeWorld({ kind, fakes: [...fakes.values()].map(({ origin }) => origin) })
  })
  afterAll(async () => {
    await world.stop()
    for (const fake of fakes.values()) await fake.close()
  })

  test.each(cases)('$node orders what a store found, with its key', async (facts) => {
    const fake = fakes.get(facts) as FakeVendor
    const { node, settings } = facts
    const credential = await world.makeKey(node, { ...facts.credential, ...facts.account })
    const source = textsPart(COAL, 'green hills', TEA)
    const flowId = await world.save(
      libraryFlow({
        source,
        retriever: {
          node,
          values: settings.values,
          credential,
          anchor: ['baseRetriever', 'VectorStoreRetriever', 'retriever'],
        },
      }),
    )
    world.lead(fake.origin)
    const { sourceDocuments } = await world.ask(flowId, 'green tea degrees')
    expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA, 'green hills'])
    expect(fake.requests.at(-1)?.body).toMatchObject({ query: 'green tea degrees', ...settings.body })
  })
})
