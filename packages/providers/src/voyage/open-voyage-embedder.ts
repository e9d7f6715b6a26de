import { RunnelError } from '@runnel/contract'
import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'

const HOME = 'https://api.voyageai.com/v1/embeddings'

/** Opens the embeddings of Voyage AI. Its credential says where they are. */
export const openVoyageEmbedder = openVendorEmbedder({
  label: 'Voyage AI',
  baseURLOf: ({ endpoint = '' }) => {
    const address = endpoint.trim() || HOME
    if (URL.canParse(address) && /^https?:/.test(address)) return address
    throw new RunnelError(
      'invalid_input',
      `The endpoint in the credential of Voyage AI is no web address. Write it as ${HOME}.`,
    )
  },
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
