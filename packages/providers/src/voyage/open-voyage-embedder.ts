import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { readVoyageAddress } from './voyage-address.ts'

/** Opens the embeddings of Voyage AI. Its credential says where they are. */
export const openVoyageEmbedder = openVendorEmbedder({
  label: 'Voyage AI',
  baseURLOf: readVoyageAddress,
  key: { field: 'apiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'voyage',
    url: ({ baseURL }) => baseURL,
    body: ({ modelName, texts, dimensions }) => ({
      model: modelName,
      input: texts,
      ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
    }),
    read: readVectorData,
  }),
  mostTexts: 128,
})
