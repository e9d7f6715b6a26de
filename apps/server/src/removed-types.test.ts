import { exportFlow, importFlow } from '@runnel/graph'
import { nodeCatalogue } from '@runnel/nodes'
import { createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { describe, expect, test } from 'vitest'

const { find } = createCatalogue(nodeCatalogue, providerCatalogue)

/** Removed types with their successors and the params that they had, as the history of Flowise declares them. */
const REMOVED: [type: string, successor: string, params: string][] = [
  ['chatGroq', 'groqChat', 'modelName temperature'],
  ['chromaExistingIndex', 'chroma', 'embeddings collectionName chromaURL topK'],
  ['chromaUpsert', 'chroma', 'document embeddings collectionName chromaURL topK'],
  ['ElasticsearchIndex', 'elasticsearch', 'embeddings indexName topK similarity'],
  ['ElasticsearchUpsert', 'elasticsearch', 'document embeddings indexName topK similarity'],
  ['faissExistingIndex', 'faiss', 'embeddings basePath topK'],
  ['faissUpsert', 'faiss', 'document embeddings basePath topK'],
  ['milvusExistingCollection', 'milvus', 'embeddings milvusServerUrl milvusCollection milvusFilter topK'],
  ['milvusUpsert', 'milvus', 'document embeddings milvusServerUrl milvusCollection'],
  [
    'pineconeExistingIndex',
    'pinecone',
    'embeddings pineconeIndex pineconeNamespace pineconeMetadataFilter topK',
  ],
  ['pineconeUpsert', 'pinecone', 'document embeddings pineconeIndex pineconeNamespace topK'],
  ['postgresExistingIndex', 'postgres', 'embeddings host database port tableName additionalConfig topK'],
  ['postgresUpsert', 'postgres', 'document embeddings host database port tableName additionalConfig topK'],
  [
    'qdrantExistingIndex',
    'qdrant',
    'embeddings qdrantServerUrl qdrantCollection qdrantVectorDimension qdrantSimilarity qdrantCollectionConfiguration topK qdrantFilter',
  ],
  [
    'qdrantUpsert',
    'qdrant',
    'document embeddings qdrantServerUrl qdrantCollection qdrantVectorDimension batchSize qdrantSimilarity topK qdrantFilter',
  ],
  ['RedisIndex', 'redis', 'embeddings indexName contentKey metadataKey vectorKey topK'],
  [
    'RedisUpsert',
    'redis',
    'document embeddings indexName replaceIndex contentKey metadataKey vectorKey topK',
  ],
  [
    'supabaseExistingIndex',
    'supabase',
    'embeddings supabaseProjUrl tableName queryName supabaseMetadataFilter topK',
  ],
  ['supabaseUpsert', 'supabase', 'document embeddings supabaseProjUrl tableName queryName topK'],
]

const CREDENTIAL = '5f0f5c1e-9d5f-4f0e-8d7c-0d8b1c6f9a11'

describe.each(REMOVED)('%s, which was removed', (type, successor, params) => {
  const id = `${type}_0`
  const anchors = ['document', 'embeddings']
  const values = Object.fromEntries(
    params
      .split(' ')
      .filter((name) => !anchors.includes(name))
      .map((name) => [name, 'a text']),
  )
  const position = { x: 0, y: 0 }
  const removed = {
    id,
    position,
    data: { id, name: type, version: 1, label: 'Mine', credential: CREDENTIAL, inputs: values },
  }
  const chain = {
    id: 'c_0',
    position,
    data: { id: 'c_0', name: 'conversationalRetrievalQAChain', version: 3 },
  }
  const hasOutputs = find(successor)?.outputs !== undefined
  const [anchor, chosen] = hasOutputs ? ['vectorStoreRetriever', 'retriever'] : ['model', successor]
  const edge = (output: string) => ({
    id: 'e',
    source: id,
    sourceHandle: `${id}-output-${output}-Any|BaseRetriever`,
    target: 'c_0',
    targetHandle: `c_0-input-${anchor}-BaseRetriever`,
  })
  const open = (output: string) => importFlow({ nodes: [removed, chain], edges: [edge(output)] }, find)

  test('had no param that its successor lacks', () => {
    const names = find(successor)?.inputs.map(({ name }) => name)
    expect(params.split(' ').filter((name) => !names?.includes(name))).toEqual([])
  })

  test.each([type, chosen])(
    'is its successor with its values, credential and edges by the output %s',
    (output) => {
      const { document, problems } = open(output)
      expect(document.nodes[0]).toMatchObject({ id, type: successor, label: 'Mine', values })
      expect(document.nodes[0]?.typeVersion).toBe(find(successor)?.version)
      expect(Object.values(document.nodes[0]?.credentials ?? {})).toEqual([CREDENTIAL])
      expect(document.nodes[0]).not.toHaveProperty('foreignDefinition')
      expect(document.edges).toMatchObject([{ sourceAnchor: chosen, targetAnchor: anchor }])
      const ofNode = problems.filter(
        ({ code }) => code.startsWith('node_') || code.startsWith('edge_unknown'),
      )
      expect(
        ofNode.filter(({ nodeId }) => nodeId === id).map(({ code, details }) => ({ code, details })),
      ).toContainEqual({
        code: 'node_replaced_type',
        details: { type, successor },
      })
      expect(problems.map(({ code }) => code)).not.toContain('edge_unknown_anchor')
    },
  )

  test('needs no such repair once it was exported', () => {
    const { document } = open(chosen)
    const again = importFlow(JSON.stringify(exportFlow(document, find)), find)
    expect(again.problems.map(({ code }) => code)).not.toContain('node_replaced_type')
    expect(again.document.nodes).toEqual(document.nodes)
  })
})

test.each(['postgresUpsert', 'postgresExistingIndex'])(
  '%s called TLS otherwise, and keeps what it says of it',
  (name) => {
    const inputs = { host: 'db.example.com', sslConnection: true }
    const { document, problems } = importFlow(
      { nodes: [{ id: 's_0', data: { id: 's_0', name, inputs } }], edges: [] },
      find,
    )
    expect(document.nodes[0]?.values).toMatchObject({ host: 'db.example.com', ssl: true })
    expect(document.nodes[0]?.values).not.toHaveProperty('sslConnection')
    const lost = problems.filter(({ code }) => code === 'fields_left_out')
    expect(JSON.stringify(lost)).not.toContain('ssl')
  },
)

test.each(['openSearchUpsertDocument', 'openSearchExistingIndex', 'weaviateUpsert', 'weaviateExistingIndex'])(
  '%s said otherwise where its server is, and stays as it came',
  (name) => {
    const { document, problems } = importFlow(
      { nodes: [{ id: 's_0', data: { id: 's_0', name } }], edges: [] },
      find,
    )
    expect(document.nodes[0]?.type).toBe(name)
    expect(problems.map(({ code }) => code)).toContain('node_removed_type')
  },
)
