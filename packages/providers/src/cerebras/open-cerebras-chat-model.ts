import { createCerebras } from '@ai-sdk/cerebras'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { CEREBRAS_HOME, CEREBRAS_KEY_FIELD } from './cerebras-home.ts'

/** Opens a chat model of Cerebras. */
export const openCerebrasChatModel = openVendorModel({
  ...CEREBRAS_HOME,
  key: { field: CEREBRAS_KEY_FIELD, needed: 'at home' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createCerebras(connection)(modelName),
  rules: () => ({ namespace: 'cerebras' }),
})
