import { createMistral } from '@ai-sdk/mistral'
import { readSwitch } from '@runnel/node-kit'
import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { letSoundsThrough } from '../ai-sdk/let-sounds-through.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { MISTRAL_HOME, MISTRAL_KEY_FIELD } from './mistral-home.ts'

/** Opens a chat model of MistralAI. */
export const openMistralChatModel = openVendorModel({
  ...MISTRAL_HOME,
  key: { field: MISTRAL_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: letSoundsThrough(
    (connection, modelName) => createMistral(connection)(modelName),
    ({ data }) => data,
  ),
  rules: () => ({ namespace: 'mistral', sendsNames: false, strictTools: 'answer' }),
  mediaTypes: ['image/*'],
  soundTypes: SOUNDS,
  settings: (values) => ({ providerOptions: { mistral: { safePrompt: readSwitch(values, 'safeMode') } } }),
})
