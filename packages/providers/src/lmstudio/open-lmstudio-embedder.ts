import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of LM Studio. */
export const openLmStudioEmbedder = openVendorEmbedder({
  label: 'LM Studio',
  addressParam: 'basePath',
  key: { field: 'lmStudioApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 128,
})
