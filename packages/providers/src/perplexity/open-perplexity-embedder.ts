import type { JsonValue } from '@runnel/contract'
import { connectEmbeddings, readVectorData } from '../ai-sdk/connect-embeddings.ts'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { PERPLEXITY_HOME, PERPLEXITY_KEY_FIELD } from './perplexity-home.ts'

/** Opens embeddings of Perplexity, which gives no floating numbers: each is a byte, from −128 to 127. */
export const openPerplexityEmbedder = openVendorEmbedder({
  ...PERPLEXITY_HOME,
  key: { field: PERPLEXITY_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: connectEmbeddings({
    name: 'perplexity',
    url: ({ baseURL }) => `${baseURL}/v1/embeddings`,
    body: ({ modelName, texts, dimensions }) => ({
      model: modelName,
      input: texts,
      encoding_format: 'base64_int8',
      ...(dimensions === undefined ? {} : { dimensions }),
    }),
    read: (answer) => {
      const { vectors, tokens } = readVectorData(answer)
      return { vectors: vectors.map(unpack), tokens }
    },
  }),
  mostTexts: 64,
})

/** At unit length, as those of other vendors: some stores compare vectors by multiplying them. */
function unpack(vector: JsonValue): JsonValue {
  if (typeof vector !== 'string') return vector
  const bytes = new Int8Array(Uint8Array.fromBase64(vector).buffer)
  const length = Math.sqrt(bytes.reduce((sum, byte) => sum + byte * byte, 0)) || 1
  return Array.from(bytes, (byte) => byte / length)
}
