import { listKnownModels } from '../ai-sdk/list-known.ts'

/** The embeddings of OpenAI, to choose one. */
export const listOpenAIEmbeddings = listKnownModels([
  'text-embedding-3-small',
  'text-embedding-3-large',
  'text-embedding-ada-002',
])
