import {
  bufferMemory,
  CHAIN,
  chain,
  conversation,
  ollama,
  type Parts,
  pdf,
  type RetrievalFlow,
} from './retrieval-flow.ts'
import type { SavedFlow } from './saved-chat-flow.ts'

/** A store outside with a PDF, for the chain. */
const outside = (node: string, version: number, more: Partial<Parts> = {}): SavedFlow =>
  conversation({
    store: `${node}_0`,
    is: { version, values: { topK: '' } },
    loader: pdf,
    memory: bufferMemory,
    ...more,
  })

/** Flows over each store, also those that were removed since. */
export const storeFlows: RetrievalFlow[] = [
  { what: 'Pinecone', documents: 'file', gives: 'sources', flow: outside('pinecone', 3) },
  {
    what: 'Pinecone with a record manager',
    documents: 'file',
    gives: 'sources',
    flow: outside('pinecone', 3, {
      records: [
        'postgresRecordManager_0',
        {
          version: 1,
          values: {
            host: 'db.tea.example',
            database: 'records',
            port: '5432',
            tableName: '',
            namespace: '',
            cleanup: 'incremental',
            sourceIdKey: 'source',
          },
        },
      ],
    }),
  },
  {
    what: 'Pinecone that was filled before, with the older chain and model',
    documents: 'there',
    gives: 'context',
    flow: {
      nodes: {
        retrievalQAChain_0: { version: 2 },
        openAI_0: { version: 4, values: { modelName: 'gpt-3.5-turbo-instruct', temperature: 0.7 } },
        pinecone_0: { version: 3, output: 'retriever', values: { searchType: 'similarity' } },
        openAIEmbeddings_0: { version: 3, values: { modelName: 'text-embedding-ada-002' } },
      },
      wires: [
        ['openAI_0', 'retrievalQAChain_0', 'model'],
        ['pinecone_0', 'retrievalQAChain_0', 'vectorStoreRetriever'],
        ['openAIEmbeddings_0', 'pinecone_0', 'embeddings'],
      ],
    },
  },
  {
    what: 'Pinecone as it was: one node that fills, and another that loads',
    documents: 'there',
    gives: 'sources',
    flow: conversation({
      store: 'pineconeExistingIndex_0',
      is: { version: 1, output: 'retriever', values: { topK: '' } },
    }),
    repairs: ['node_replaced_type'],
  },
  {
    what: 'Chroma beside models of this machine',
    documents: 'file',
    gives: 'sources',
    flow: outside('chroma', 1, ollama),
  },
  { what: 'Qdrant', documents: 'file', gives: 'sources', flow: outside('qdrant', 3) },
  {
    what: 'Supabase with a record manager of its own',
    documents: 'file',
    gives: 'sources',
    flow: outside('supabase', 4, {
      records: [
        'sqlLiteRecordManager_0',
        { node: 'SQLiteRecordManager', version: 1, values: { cleanup: 'full', namespace: 'tea' } },
      ],
    }),
  },
  { what: 'Weaviate', documents: 'file', gives: 'sources', flow: outside('weaviate', 2) },
  { what: 'Milvus', documents: 'file', gives: 'sources', flow: outside('milvus', 2) },
  { what: 'Elasticsearch', documents: 'file', gives: 'sources', flow: outside('elasticsearch', 2) },
  { what: 'PostgreSQL', documents: 'file', gives: 'sources', flow: outside('postgres', 6) },
  { what: 'Redis', documents: 'file', gives: 'sources', flow: outside('redis', 1) },
  { what: 'MongoDB Atlas', documents: 'file', gives: 'sources', flow: outside('mongoDBAtlas', 1) },
  { what: 'Astra DB', documents: 'file', gives: 'sources', flow: outside('Astra', 2) },
  {
    what: 'Upstash, and its memory',
    documents: 'file',
    gives: 'sources',
    flow: outside('upstash', 1, {
      memory: [
        'upstashRedisBackedChatMemory_0',
        { version: 2, values: { baseURL: 'https://tea.upstash.io/' } },
      ],
    }),
  },
  {
    what: 'a document store',
    documents: 'store',
    gives: 'sources',
    flow: {
      nodes: {
        chatOpenAICustom_0: { version: 4, values: { modelName: 'gpt-4o-mini' } },
        documentStoreVS_0: { version: 1, output: 'retriever' },
        bufferWindowMemory_0: { version: 2, values: { k: 4 } },
        [CHAIN]: chain,
      },
      wires: [
        ['chatOpenAICustom_0', CHAIN, 'model'],
        ['documentStoreVS_0', CHAIN, 'vectorStoreRetriever'],
        ['bufferWindowMemory_0', CHAIN, 'memory'],
      ],
    },
  },
  {
    what: 'the documents of a document store in memory',
    documents: 'store',
    gives: 'sources',
    flow: conversation({
      store: 'memoryVectorStore_0',
      is: { version: 1 },
      loader: ['documentStore_0', { version: 1, output: 'document' }],
      split: 'none',
    }),
  },
]
