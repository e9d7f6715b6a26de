import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of a LiteLLM proxy. It refuses a format, even the usual one, where the vendor behind it knows none. */
export const openLitellmEmbedder = openVendorEmbedder({
  label: 'LiteLLM',
  addressParam: 'basePath',
  key: { field: 'litellmApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'litellm',
    url: ({ baseURL }) => `${baseURL}/embeddings`,
    body: ({ modelName, texts, dimensions }) => ({
      model: modelName,
      input: texts,
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    read: readVectorData,
  }),
  mostTexts: 100,
})
