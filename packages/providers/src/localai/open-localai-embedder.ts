import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of a LocalAI server. */
export const openLocalAIEmbedder = openVendorEmbedder({
  label: 'LocalAI',
  addressParam: 'basePath',
  key: { field: 'localAIApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 128,
})
