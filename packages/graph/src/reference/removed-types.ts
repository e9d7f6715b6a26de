import type { JsonObject, JsonValue } from '@runnel/contract'

/**
 * Types that older versions of Flowise had and 3.1.3 has no more, each with the type that does its work since. Taken
 * from the constructors of its components through its history; `chatGroq` is what programs that write flows call Groq.
 */
const SUCCESSORS: Readonly<Record<string, string>> = {
  aiPlugin: 'openAPIToolkit',
  autoGPT: 'agentAgentflow',
  babyAGI: 'agentAgentflow',
  chatGooglePaLM: 'chatGoogleGenerativeAI',
  chatGroq: 'groqChat',
  chromaExistingIndex: 'chroma',
  chromaUpsert: 'chroma',
  conversationalRetrievalAgent: 'toolAgent',
  ElasticsearchIndex: 'elasticsearch',
  ElasticsearchUpsert: 'elasticsearch',
  faissExistingIndex: 'faiss',
  faissUpsert: 'faiss',
  GooglePaLM: 'chatGoogleGenerativeAI',
  milvusExistingCollection: 'milvus',
  milvusUpsert: 'milvus',
  mistralAIToolAgent: 'toolAgent',
  motorheadMemory: 'bufferMemory',
  mrklAgentChat: 'reactAgentChat',
  mrklAgentLLM: 'reactAgentLLM',
  openAIFunctionAgent: 'toolAgent',
  openAIToolAgent: 'toolAgent',
  openSearchExistingIndex: 'openSearch',
  openSearchUpsertDocument: 'openSearch',
  pineconeExistingIndex: 'pinecone',
  pineconeUpsert: 'pinecone',
  postgresExistingIndex: 'postgres',
  postgresUpsert: 'postgres',
  qdrantExistingIndex: 'qdrant',
  qdrantUpsert: 'qdrant',
  RedisIndex: 'redis',
  RedisUpsert: 'redis',
  singlestoreExisting: 'singlestore',
  singlestoreUpsert: 'singlestore',
  supabaseExistingIndex: 'supabase',
  supabaseUpsert: 'supabase',
  vectaraExisting: 'vectara',
  weaviateExistingIndex: 'weaviate',
  weaviateUpsert: 'weaviate',
  zapierNLA: 'composio',
}

/** The type that does the work of one that was removed; undefined for types that never were, or still are. */
export function findSuccessor(type: string): string | undefined {
  return Object.hasOwn(SUCCESSORS, type) ? SUCCESSORS[type] : undefined
}

/**
 * Removed types whose successor does the same under the same params, but for some that only have another name: a node of
 * theirs is one of its successor. Not among
 * them are stores that said otherwise where their server is.
 */
const SAME_AS_SUCCESSOR: readonly string[] = [
  'chatGroq',
  'chromaExistingIndex',
  'chromaUpsert',
  'conversationalRetrievalAgent',
  'ElasticsearchIndex',
  'ElasticsearchUpsert',
  'faissExistingIndex',
  'faissUpsert',
  'milvusExistingCollection',
  'milvusUpsert',
  'mistralAIToolAgent',
  'mrklAgentChat',
  'mrklAgentLLM',
  'openAIFunctionAgent',
  'openAIToolAgent',
  'pineconeExistingIndex',
  'pineconeUpsert',
  'postgresExistingIndex',
  'postgresUpsert',
  'qdrantExistingIndex',
  'qdrantUpsert',
  'RedisIndex',
  'RedisUpsert',
  'supabaseExistingIndex',
  'supabaseUpsert',
]

/** What successors call params of the types that they follow. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  postgresExistingIndex: { sslConnection: 'ssl' },
  postgresUpsert: { sslConnection: 'ssl' },
}

/** Values of a removed type under the names that its successor has for them; what holds a value of that name keeps it. */
export function renameValues(formerType: string, values: JsonObject): JsonObject {
  const names = Object.hasOwn(RENAMED, formerType) ? (RENAMED[formerType] ?? {}) : {}
  const entries = Object.entries(values).map(([name, value]): [string, JsonValue] => {
    const newName = Object.hasOwn(names, name) ? names[name] : undefined
    return [newName === undefined || Object.hasOwn(values, newName) ? name : newName, value]
  })
  return Object.fromEntries(entries)
}

/** The type that does the same as one that was removed, under the same params; undefined where it does something else. */
export function findSameType(type: string): string | undefined {
  return SAME_AS_SUCCESSOR.includes(type) ? findSuccessor(type) : undefined
}
