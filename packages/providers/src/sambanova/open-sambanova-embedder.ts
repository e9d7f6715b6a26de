import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings that SambaNova serves. */
export const openSambanovaEmbedder = openVendorEmbedder({
  label: 'SambaNova',
  baseURL: 'https://api.sambanova.ai/v1',
  addressParam: 'basepath',
  key: { field: 'sambanovaApiKey', needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 32,
})
