import { connectEmbeddings, readVectorData } from './connect-embeddings.ts'

/**
 * Makes the embedding model of OpenAI, or of a server that speaks its protocol. The SDK's own looks at every number by
 * itself, which holds three times the memory of the vectors, and takes them in the order in which they stand in the answer.
 */
export const connectOpenAIEmbeddings = connectEmbeddings({
  name: 'openai',
  url: ({ baseURL }) => `${baseURL}/embeddings`,
  body: ({ modelName, texts, dimensions }) => ({
    model: modelName,
    input: texts,
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  }),
  read: readVectorData,
})
