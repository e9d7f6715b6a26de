import { createMistral } from '@ai-sdk/mistral'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { MISTRAL_HOME, MISTRAL_KEY_FIELD } from './mistral-home.ts'

/** Opens the embeddings of Mistral. */
export const openMistralEmbedder = openVendorEmbedder({
  ...MISTRAL_HOME,
  key: { field: MISTRAL_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createMistral(connection).embeddingModel(modelName),
  mostTexts: 32,
  stripsByDefault: true,
})
