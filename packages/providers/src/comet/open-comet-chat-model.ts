import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of Comet. */
export const openCometChatModel = openVendorModel({
  label: 'Comet',
  baseURL: 'https://api.cometapi.com/v1',
  key: { field: 'cometApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectCompatible('comet'),
  rules: () => ({ namespace: 'comet' }),
})
