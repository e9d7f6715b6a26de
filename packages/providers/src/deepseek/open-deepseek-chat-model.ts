import { createDeepSeek } from '@ai-sdk/deepseek'
import { readSwitch } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { DEEPSEEK_HOME, DEEPSEEK_KEY_FIELD } from './deepseek-home.ts'

/** Opens a chat model of Deepseek. */
export const openDeepseekChatModel = openVendorModel({
  ...DEEPSEEK_HOME,
  key: { field: DEEPSEEK_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createDeepSeek(connection)(modelName),
  rules: () => ({ namespace: 'deepseek', outOfQuota: ['insufficient balance', '402'] }),
  settings: (values) => ({
    providerOptions: {
      deepseek: { thinking: { type: readSwitch(values, 'thinking') ? 'enabled' : 'disabled' } },
    },
  }),
})
