import { readSwitch } from '@runnel/node-kit'
import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens the embeddings of Jina AI. */
export const openJinaEmbedder = openVendorEmbedder({
  label: 'Jina AI',
  baseURL: 'https://api.jina.ai/v1',
  key: { field: 'jinaAIAPIKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'jina',
    url: ({ baseURL }) => `${baseURL}/embeddings`,
    body: ({ modelName, texts, dimensions, values }) => ({
      model: modelName,
      input: texts,
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(readSwitch(values, 'allowLateChunking') ? { late_chunking: true } : {}),
    }),
    read: readVectorData,
  }),
  mostTexts: 128,
})
