import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of OpenRouter. */
export const openOpenRouterEmbedder = openVendorEmbedder({
  label: 'OpenRouter',
  baseURL: 'https://openrouter.ai/api/v1',
  addressParam: 'basepath',
  key: { field: 'openRouterApiKey', needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 100,
  outOfQuota: ['insufficient credits', '402'],
})
