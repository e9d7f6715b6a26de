import type { JsonObject } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { storeCases } from '@runnel/nodes/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answeredBy, libraryFlow, type NodeFlow, textsPart } from '../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../testing/every-node/node-world.ts'
import { agentEdge, agentNode, openAIConfig } from '../testing/example-flows.ts'
import { LINES } from '../testing/store-flow.ts'
import { createStoreScene, type StoreScene } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const qdrant = storeCases.find(({ node }) => node === 'qdrant')

/** Start → one step. */
const stepFlow = (node: string, inputs: Record<string, unknown>): NodeFlow => ({
  type: 'AGENTFLOW',
  nodes: [
    agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
    agentNode(`${node}_0`, node, inputs),
  ],
  edges: [agentEdge('startAgentflow_0', `${node}_0`)],
})

describe.each(databaseKinds)('stores in flows, on %s', (kind) => {
  let world: NodeWorld
  let stores: StoreScene
  beforeAll(async () => {
    world = await startNodeWorld({ kind })
    const { administrator, vendor, credentialId } = world.scene
    stores = createStoreScene(administrator, vendor, credentialId)
  })
  afterAll(() => world.stop())

  const found = async (flowId: string, question: string) =>
    (await world.ask(flowId, question)).sourceDocuments?.map(({ pageContent }) => pageContent)

  test('a chain asks a document store as it was filled, and as it is filled now', async () => {
    const { storeId, loaderId } = await stores.makeFilled()
    await stores.insert(storeId)
    const flowId = await world.save(
      answeredBy({
        node: 'documentStoreVS',
        values: { selectedStore: `${storeId}:Drinks` },
        output: 'retriever',
      }),
    )
    expect(await found(flowId, 'How hot is green tea steeped?')).toEqual([LINES[0]])
    await stores.save(storeId, { ...stores.lines('Matcha is whisked.'), id: loaderId })
    await stores.process(storeId, loaderId)
    await stores.insert(storeId)
    expect(await found(flowId, 'How hot is green tea steeped?')).toEqual(['Matcha is whisked.'])
    expect((await stores.get(storeId)).whereUsed).toEqual([{ id: flowId, name: 'Every node' }])
  })

  test('a chain that asks a document store without vectors says what is to be done', async () => {
    const { storeId } = await stores.makeFilled()
    const flow = answeredBy({
      node: 'documentStoreVS',
      values: { selectedStore: storeId },
      output: 'retriever',
    })
    const flowId = await world.save(flow)
    const { status, text } = await world.scene.administrator.call('POST', `/internal-prediction/${flowId}`, {
      question: 'How hot?',
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('The document store “Drinks” has no vectors yet')
  })

  test('the chunks of a document store fill the vector store of a flow, also without vectors of their own', async () => {
    const { storeId } = await stores.makeFilled()
    const source = { node: 'documentStore', values: { selectedStore: storeId } }
    const flowId = await world.save(
      libraryFlow({ source, store: { node: 'memoryVectorStore', values: { topK: '1' } } }),
    )
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: LINES.length })
    expect(await found(flowId, 'nine bar of pressure for espresso')).toEqual([LINES[2]])
  })

  test('another place of a server is looked into only by who configures the store, also by its test questions', async () => {
    if (!qdrant) throw new Error('There is no case of qdrant.')
    const { node, values, credential: fields, startFake } = qdrant
    const fake = startFake({ dimensions: undefined })
    world.play((request) => fake.answer(request))
    const credential = await world.makeKey(node, fields)
    const { storeId } = await stores.makeFilled()
    await stores.insert(storeId, {
      vectorStoreName: node,
      vectorStoreConfig: { ...values, topK: '1', FLOWISE_CREDENTIAL_ID: credential },
    })
    const { administrator, server } = world.scene
    const question = { question: 'How hot?', passages: [{ text: LINES[0] }] }
    await administrator.expect(200, 'POST', `/document-store/questions/${storeId}`, question)
    const looks = await server.withKey(['documentStores:view'])
    const sets = await server.withKey(['documentStores:view', 'documentStores:upsert-config'])
    const elsewhere = { qdrantCollection: 'salaries' }
    const query = async (caller: TestCaller, inputs: object) => {
      const body = { storeId, query: 'tea', inputs }
      return (await caller.call('POST', '/document-store/vectorstore/query', body)).status
    }
    const askTests = async (caller: TestCaller, inputs: object) =>
      (await caller.call('POST', `/document-store/tests/${storeId}`, { variants: [{ inputs }] })).status
    expect([await query(looks, elsewhere), await askTests(looks, elsewhere)]).toEqual([400, 400])
    expect(await query(looks, { topK: '2' })).toBe(200)
    expect(await askTests(sets, elsewhere)).toBe(200)
  })

  describe('filled by a flow, a vector store outside', () => {
    let row: JsonObject
    beforeAll(async () => {
      if (!qdrant) throw new Error('There is no case of qdrant.')
      const { node, values, credential: fields, startFake } = qdrant
      const fake = startFake({ dimensions: undefined })
      world.play((request) => fake.answer(request))
      const credential = await world.makeKey(node, fields)
      const store = { node, values: { ...values, topK: '1' }, credential }
      const flowId = await world.save(libraryFlow({ source: textsPart(...LINES), store }))
      expect(await world.upsert(flowId)).toMatchObject({ numAdded: LINES.length })
      row = {
        vectorStore: node,
        vectorStoreConfig: { vectorStore: node, ...store.values, FLOWISE_CREDENTIAL_ID: credential },
        embeddingModel: 'demoEmbeddings',
        embeddingModelConfig: { embeddingModel: 'demoEmbeddings' },
      } as JsonObject
    })

    test('is what an agent looks into by a row of store and embeddings, with the source', async () => {
      const { vendor, credentialId } = world.scene
      const agent = {
        agentModel: 'chatOpenAI',
        agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
        agentKnowledgeVSEmbeddings: [
          {
            ...row,
            knowledgeName: 'Tea Book',
            knowledgeDescription: 'All of tea.',
            returnSourceDocuments: true,
          },
        ],
      }
      const flowId = await world.save(stepFlow('agentAgentflow', agent))
      world.playModel(({ body }) =>
        body.messages?.some(({ role }) => role === 'tool')
          ? { text: 'At seventy.' }
          : {
              toolCalls: [{ id: 'c1', name: 'tea_book', input: { input: 'How hot is green tea steeped?' } }],
            },
      )
      const answer = await world.ask(flowId, 'How hot?')
      expect(answer.text).toBe('At seventy.')
      expect(answer.sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([LINES[0]])
      const told = vendor.requests.at(-1)?.body.messages?.findLast(({ role }) => role === 'tool')
      expect(told?.content).toContain(LINES[0])
      expect(JSON.stringify(vendor.requests.at(-1)?.body.tools)).toContain('All of tea.')
    })

    test('is what a retriever step looks into by such a row', async () => {
      const retriever = {
        retrieverKnowledgeVSEmbeddings: [row],
        retrieverQuery: 'About {{question}}',
        outputFormat: 'text',
      }
      const flowId = await world.save(stepFlow('retrieverAgentflow', retriever))
      expect((await world.ask(flowId, 'black tea in boiling water')).text).toBe(LINES[1])
    })
  })
})
