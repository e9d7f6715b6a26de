import { createCohere } from '@ai-sdk/cohere'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { COHERE_HOME, COHERE_KEY } from './cohere-home.ts'

/** Opens a chat model of Cohere. */
export const openCohereChatModel = openVendorModel({
  ...COHERE_HOME,
  key: COHERE_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => createCohere(connection)(modelName),
  rules: () => ({ namespace: 'cohere', sendsNames: false }),
  mediaTypes: ['image/*'],
})
