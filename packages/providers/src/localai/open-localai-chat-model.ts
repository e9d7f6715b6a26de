import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of LocalAI. */
export const openLocalAIChatModel = openVendorModel({
  label: 'LocalAI',
  addressParam: 'basePath',
  key: { field: 'localAIApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatible('localai'),
  rules: () => ({ namespace: 'localai' }),
})
