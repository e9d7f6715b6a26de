import { connectOpenAIEmbeddings } from '../ai-sdk/connect-openai-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens the embeddings of Alibaba Tongyi. */
export const openAlibabaEmbedder = openVendorEmbedder({
  label: 'Alibaba Tongyi',
  baseURL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  key: { field: 'alibabaApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectOpenAIEmbeddings,
  mostTexts: 10,
})
