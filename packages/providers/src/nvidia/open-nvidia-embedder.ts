import { readText } from '@runnel/node-kit'
import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

/** Opens embeddings of NVIDIA NIM, of its own catalogue unless the node names another address. */
export const openNvidiaEmbedder = openVendorEmbedder({
  label: 'Nvidia NIM',
  baseURL: 'https://integrate.api.nvidia.com/v1',
  addressParam: 'basePath',
  key: { field: 'nvidiaNIMApiKey', needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'nvidia',
    url: ({ baseURL }) => `${baseURL}/embeddings`,
    body: ({ modelName, texts, dimensions, values }) => ({
      model: modelName,
      input: texts,
      encoding_format: 'float',
      // Its models for retrieval refuse a call that does not say what the texts are.
      input_type: readText(values, 'inputType') || 'passage',
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    read: readVectorData,
  }),
  mostTexts: 50,
})
