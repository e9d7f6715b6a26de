import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of many vendors through Comet. */
export const openCometEmbedder = openVendorEmbedder({
  label: 'Comet',
  baseURL: 'https://api.cometapi.com/v1',
  key: { field: 'cometApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 100,
})
