import { createGoogle } from '@ai-sdk/google'
import { readText } from '@runnel/node-kit'
import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { GOOGLE_HOME, GOOGLE_KEY_FIELD } from './google-home.ts'

const { label, baseURL } = GOOGLE_HOME

/** Opens the embeddings of Gemini. */
export const openGoogleEmbedder = openVendorEmbedder({
  label,
  baseURL,
  key: { field: GOOGLE_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createGoogle(connection).embeddingModel(modelName),
  mostTexts: 100,
  options: (values) => {
    const taskType = readText(values, 'tasktype')
    return taskType === '' || taskType === 'TASK_TYPE_UNSPECIFIED' ? {} : { google: { taskType } }
  },
})
