import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of LM Studio. */
export const openLmStudioChatModel = openVendorModel({
  label: 'LM Studio',
  addressParam: 'basePath',
  key: { field: 'lmStudioApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatible('lmstudio'),
  rules: () => ({ namespace: 'lmstudio' }),
  mediaTypes: ['image/*'],
})
