import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings that Fireworks AI serves. */
export const openFireworksEmbedder = openVendorEmbedder({
  label: 'Fireworks AI',
  baseURL: 'https://api.fireworks.ai/inference/v1',
  key: { field: 'fireworksApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 8,
})
