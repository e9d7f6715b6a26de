import {
  dimensionsInput,
  embedderDefinition,
  embeddingModelInput,
  stripNewLinesInput,
} from '../ai-sdk/embedder-definition.ts'

const TASKS = [
  'TASK_TYPE_UNSPECIFIED',
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
]

/** The embeddings of Gemini. */
export const googleEmbeddingsDefinition = embedderDefinition({
  name: 'googleGenerativeAiEmbeddings',
  label: 'Google Gemini Embedding',
  version: 2,
  type: 'GoogleGenerativeAiEmbeddings',
  description: 'Embeddings of Gemini',
  credentialName: 'googleGenerativeAI',
  inputs: [
    embeddingModelInput({ lists: true, initial: 'gemini-embedding-001' }),
    {
      label: 'Task Type',
      name: 'tasktype',
      type: 'options',
      options: TASKS.map((name) => ({ name, label: name })),
      default: 'TASK_TYPE_UNSPECIFIED',
      description: 'What the vectors are for',
    },
    stripNewLinesInput,
    dimensionsInput,
  ],
})
