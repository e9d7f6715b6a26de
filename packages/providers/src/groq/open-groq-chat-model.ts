import { createGroq } from '@ai-sdk/groq'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { GROQ_HOME, GROQ_KEY_FIELD } from './groq-home.ts'

/** Opens a chat model that Groq serves. */
export const openGroqChatModel = openVendorModel({
  ...GROQ_HOME,
  key: { field: GROQ_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createGroq(connection)(modelName),
  rules: () => ({ namespace: 'groq' }),
  mediaTypes: ['image/*'],
})
