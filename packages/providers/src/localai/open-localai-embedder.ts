import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of a LocalAI server. */
export const openLocalAIEmbedder = openVendorEmbedder({
  label: 'LocalAI',
  addressParam: 'basePath',
  key: { field: 'localAIApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: ({ apiKey, baseURL, headers, fetch }, modelName) =>
    createOpenAICompatible({
      name: 'localai',
      baseURL,
      headers,
      fetch,
      ...(apiKey === '' ? {} : { apiKey }),
    }).embeddingModel(modelName),
  mostTexts: 128,
})
