import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainEdge, chainNode, chatFlow, promptFlow, type WireNode } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
beforeAll(async () => {
  scene = await startVendorServer()
})
beforeEach(() => {
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

const TEA = 'Green tea wants 70 degrees.'
const COFFEE = 'Coffee wants 92 degrees.'
type Edge = ReturnType<typeof chainEdge>

/** Two texts → store, by embeddings of the fake vendor. */
function storeParts(): { nodes: WireNode[]; edges: Edge[] } {
  const embeddings = chainNode('openAIEmbeddings_0', 'OpenAI Embeddings', { basepath: scene.vendor.baseURL })
  embeddings.data.credential = scene.credentialId
  const store = 'memoryVectorStore_0'
  return {
    nodes: [
      embeddings,
      chainNode('plainText_0', 'Tea', { text: TEA, metadata: '{"source": "tea.txt"}' }),
      chainNode('plainText_1', 'Coffee', { text: COFFEE, metadata: '{"source": "coffee.txt"}' }),
      chainNode(store, 'Store', {}),
    ],
    edges: [
      chainEdge('plainText_0', store, ['document', 'Document', 'document']),
      chainEdge('plainText_1', store, ['document', 'Document', 'document']),
      chainEdge('openAIEmbeddings_0', store, ['embeddings', 'Embeddings']),
    ],
  }
}

interface Answer {
  text: string
  sourceDocuments?: { pageContent: string }[]
}

async function ask(flow: { nodes: WireNode[]; edges: Edge[] }, question: string): Promise<Answer> {
  const id = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  return scene.administrator.expect<Answer>(200, 'POST', `/internal-prediction/${id}`, { question })
}

test('what a retriever finds is written into a prompt in the form of its author', async () => {
  const store = storeParts()
  const template = 'Use {context}'
  const promptValues = '{"context": "{{customRetriever_0.data.instance}}"}'
  const { nodes, edges } = promptFlow(scene.vendor, scene.credentialId, { template, promptValues })
  const resultFormat = '{{context}} ({{metadata.source}})'
  const { text } = await ask(
    {
      nodes: [
        ...nodes,
        ...store.nodes,
        chainNode('customRetriever_0', 'Custom', { query: 'green {{question}}', resultFormat, topK: '1' }),
      ],
      edges: [
        ...edges,
        ...store.edges,
        chainEdge('memoryVectorStore_0', 'customRetriever_0', ['vectorStore', 'VectorStore', 'vectorStore']),
        chainEdge('customRetriever_0', 'promptTemplate_0', ['promptValues', 'json', 'text']),
      ],
    },
    'tea',
  )
  expect(text).toBe(`Echo: Use ${TEA} (tea.txt)`)
})

test('what a retriever finds is compared once more, and the documents of one fill another store', async () => {
  const store = storeParts()
  const { nodes, edges } = chatFlow(scene.vendor, scene.credentialId)
  const chain = 'conversationalRetrievalQAChain_0'
  const { sourceDocuments } = await ask(
    {
      nodes: [
        ...nodes.slice(0, 2),
        ...store.nodes,
        chainNode('similarityThresholdRetriever_0', 'All', { query: 'degrees', minSimilarityScore: 0 }),
        chainNode('memoryVectorStore_1', 'Second Store', {}),
        chainNode('embeddingsFilterRetriever_0', 'Filter', { similarityThreshold: 0.5 }),
        chainNode(chain, 'Chain', { returnSourceDocuments: true }),
      ],
      edges: [
        ...store.edges,
        ...edges.map(({ source, targetHandle }) => {
          const [, input = '', type = ''] = /-input-(\w+)-(\w+)$/.exec(targetHandle) ?? []
          return chainEdge(source, chain, [input, type])
        }),
        chainEdge('memoryVectorStore_0', 'similarityThresholdRetriever_0', [
          'vectorStore',
          'VectorStore',
          'vectorStore',
        ]),
        chainEdge('similarityThresholdRetriever_0', 'memoryVectorStore_1', [
          'document',
          'Document',
          'document',
        ]),
        chainEdge('openAIEmbeddings_0', 'memoryVectorStore_1', ['embeddings', 'Embeddings']),
        chainEdge('memoryVectorStore_1', 'embeddingsFilterRetriever_0', [
          'baseRetriever',
          'VectorStoreRetriever',
          'retriever',
        ]),
        chainEdge('openAIEmbeddings_0', 'embeddingsFilterRetriever_0', ['embeddings', 'Embeddings']),
        chainEdge('embeddingsFilterRetriever_0', chain, [
          'vectorStoreRetriever',
          'BaseRetriever',
          'retriever',
        ]),
      ],
    },
    'green tea degrees',
  )
  expect(sourceDocuments?.map(({ pageContent }) => pageContent)).toEqual([TEA])
})
