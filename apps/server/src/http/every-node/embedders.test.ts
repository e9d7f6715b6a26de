import { providerCatalogue } from '@runnel/providers'
import { embedderCases, rerankerCases, startFakeReranker } from '@runnel/providers/testing'
import { expect, test } from 'vitest'
import { libraryFlow, textsPart } from '../../testing/every-node/node-flows.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { prepareFakes } from '../../testing/every-node/prepare-fakes.ts'

const TEA = 'green tea wants seventy degrees'
const COAL = 'coal comes by sea'

/** Embedders whose run tells what it cost: the price of a case's model is known, and its vendor counts tokens. */
const TELL_COSTS =
  'openAIEmbeddings openAIEmbeddingsCustom cohereEmbeddings AWSBedrockEmbeddings voyageAIEmbeddings alibabaTongyiEmbeddings'
/** The price is known, but Gemini's own API counts no tokens of texts that it embeds. */
const COUNT_NOTHING = 'googleGenerativeAiEmbeddings'

/** Whether Runnel knows what the model of a case costs. */
function isPriced({ node, values }: (typeof embedderCases)[number]): boolean {
  const types = providerCatalogue.flatMap(({ nodes }) => nodes)
  const { prices = {} } = types.find(({ definition }) => definition.name === node) ?? {}
  return Object.hasOwn(prices, String(values.modelName ?? values.model))
}

test('the embedders whose prices are known tell costs, but for one that counts nothing', () => {
  const priced = embedderCases.filter(isPriced).map(({ node }) => node)
  expect(priced.sort()).toEqual(`${TELL_COSTS} ${COUNT_NOTHING}`.split(' ').sort())
})

/** Every embedder of a vendor, whole: two texts are taken in, and the one that fits is found. */
onDatabases({ title: 'embedders', cases: embedderCases, subject: 2 }, (kind, cases) => {
  const here = prepareFakes(kind, cases, (each) => each.startFake())

  test.each(cases)('$node fills a store and finds in it, with its key', async (facts) => {
    const fake = here.fakeOf(facts)
    const { node, values } = facts
    const credential = await here.world.makeKey(node, { ...facts.credential, ...facts.account })
    const source = textsPart(TEA, COAL)
    const store = { node: 'memoryVectorStore', values: { topK: '1' } }
    const flowId = await here.world.save(
      libraryFlow({ source, store, embeddings: { node, values, credential } }),
    )
    here.world.lead(fake.origin)
    expect(await here.world.upsert(flowId)).toMatchObject({ numAdded: 2 })
    expect(fake.requests.length).toBeGreaterThan(0)
    const filled = fake.requests.length
    const { sourceDocuments } = await here.world.ask(flowId, 'green tea degrees')
    expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA])
    expect(fake.requests.length).toBeGreaterThan(filled)
    const cost = await here.world.costOf(flowId)
    if (TELL_COSTS.split(' ').includes(node)) expect(cost).toBeGreaterThan(0)
    else expect(cost).toBeUndefined()
  })
})

/** Every reranker, whole: a store finds, and the vendor says in which order it fits. */
onDatabases({ title: 'rerankers', cases: rerankerCases, subject: 0 }, (kind, cases) => {
  const here = prepareFakes(kind, cases, (each) => startFakeReranker(each))

  test.each(cases)('$node orders what a store found, with its key', async (facts) => {
    const fake = here.fakeOf(facts)
    const { node, settings } = facts
    const credential = await here.world.makeKey(node, { ...facts.credential, ...facts.account })
    const source = textsPart(COAL, 'green hills', TEA)
    const flowId = await here.world.save(
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
    here.world.lead(fake.origin)
    const { sourceDocuments } = await here.world.ask(flowId, 'green tea degrees')
    expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA, 'green hills'])
    expect(fake.requests.at(-1)?.body).toMatchObject({ query: 'green tea degrees', ...settings.body })
  })
})
