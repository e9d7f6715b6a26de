import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { connectVertex } from './connect-vertex.ts'
import { VERTEX_HOME, VERTEX_KEY } from './vertex-home.ts'

/** What a call of the text embeddings holds; it may not hold more than 20000 tokens together either. */
const MOST_TEXTS = 50

/** Opens the embeddings of Google Vertex AI. Those of Gemini take one text at a time. */
export const openVertexEmbedder = openVendorEmbedder({
  ...VERTEX_HOME,
  key: VERTEX_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => connectVertex(connection).embeddingModel(modelName),
  mostTexts: (modelName) => (modelName.startsWith('gemini-') ? 1 : MOST_TEXTS),
})
