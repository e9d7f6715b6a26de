/**
 * Types that older versions of Flowise had and 3.1.3 has no more, each with the type that does its work since. Taken
 * from the constructors of its components through its history.
 */
const SUCCESSORS: Readonly<Record<string, string>> = {
  aiPlugin: 'openAPIToolkit',
  autoGPT: 'agentAgentflow',
  babyAGI: 'agentAgentflow',
  chatGooglePaLM: 'chatGoogleGenerativeAI',
  chromaExistingIndex: 'chroma',
  chromaUpsert: 'chroma',
  conversationalRetrievalAgent: 'toolAgent',
  faissExistingIndex: 'faiss',
  faissUpsert: 'faiss',
  GooglePaLM: 'chatGoogleGenerativeAI',
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

/** Removed types whose successor does the same with the same params: a node of theirs is one of its successor. */
const SAME_AS_SUCCESSOR: readonly string[] = [
  'conversationalRetrievalAgent',
  'mistralAIToolAgent',
  'mrklAgentChat',
  'mrklAgentLLM',
  'openAIFunctionAgent',
  'openAIToolAgent',
]

/** The type that does the same as one that was removed, under the same params; undefined where it does something else. */
export function findSameType(type: string): string | undefined {
  return SAME_AS_SUCCESSOR.includes(type) ? findSuccessor(type) : undefined
}
