import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/** Opens the embeddings of OpenAI, or of a server that speaks its protocol. */
export const openOpenAIEmbedder = openVendorEmbedder({
  ...OPENAI_HOME,
  key: OPENAI_KEY,
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  // OpenAI takes 2,048 texts and 300,000 tokens in one call; at 1,000 characters a text this keeps clear of both.
  mostTexts: 512,
  outOfQuota: ['insufficient_quota'],
})
