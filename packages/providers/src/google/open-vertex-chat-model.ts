import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectVertex } from './connect-vertex.ts'
import { GEMINI_MEDIA, GEMINI_RULES, readGeminiOptions } from './gemini-options.ts'
import { VERTEX_HOME, VERTEX_KEY } from './vertex-home.ts'

/** Opens a chat model of Gemini on Google Vertex AI. */
export const openVertexChatModel = openVendorModel({
  ...VERTEX_HOME,
  key: VERTEX_KEY,
  nameParams: ['customModelName', 'modelName'],
  connect: (connection, modelName) => connectVertex(connection)(modelName),
  rules: () => ({ ...GEMINI_RULES, namespace: 'googleVertex' }),
  mediaTypes: GEMINI_MEDIA,
  settings: (values) => ({ providerOptions: { googleVertex: readGeminiOptions(values) } }),
})
