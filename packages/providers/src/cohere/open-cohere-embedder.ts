import { createCohere } from '@ai-sdk/cohere'
import { readText } from '@runnel/node-kit'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { COHERE_HOME, COHERE_KEY } from './cohere-home.ts'

/** Opens the embeddings of Cohere. */
export const openCohereEmbedder = openVendorEmbedder({
  ...COHERE_HOME,
  key: COHERE_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => createCohere(connection).embeddingModel(modelName),
  mostTexts: 96,
  options: (values) => ({ cohere: { inputType: readText(values, 'inputType') || 'search_query' } }),
})
