import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { NEBIUS_HOME, NEBIUS_KEY_FIELD } from './nebius-home.ts'

/** Opens embeddings that Nebius serves. */
export const openNebiusEmbedder = openVendorEmbedder({
  ...NEBIUS_HOME,
  key: { field: NEBIUS_KEY_FIELD, needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 32,
})
