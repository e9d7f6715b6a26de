import { createMistral } from '@ai-sdk/mistral'
import { readSwitch } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { MISTRAL_HOME, MISTRAL_KEY_FIELD } from './mistral-home.ts'

/** Opens a chat model of MistralAI. */
export const openMistralChatModel = openVendorModel({
  ...MISTRAL_HOME,
  key: { field: MISTRAL_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createMistral(connection)(modelName),
  rules: () => ({ namespace: 'mistral', sendsNames: false, strictTools: 'answer' }),
  mediaTypes: ['image/*'],
  settings: (values) => ({ providerOptions: { mistral: { safePrompt: readSwitch(values, 'safeMode') } } }),
})
