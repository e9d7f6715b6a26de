import { createTogetherAI } from '@ai-sdk/togetherai'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings that Together AI serves. */
export const openTogetherAIEmbedder = openVendorEmbedder({
  label: 'TogetherAI',
  baseURL: 'https://api.together.xyz/v1',
  key: { field: 'togetherAIApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createTogetherAI(connection).embeddingModel(modelName),
  mostTexts: 64,
})
