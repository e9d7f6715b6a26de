import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of xAI Grok. */
export const openXaiChatModel = openVendorModel({
  label: 'xAI Grok',
  baseURL: 'https://api.x.ai/v1',
  key: { field: 'xaiApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: connectCompatible('xai'),
  rules: () => ({ namespace: 'xai' }),
  mediaTypes: ['image/*'],
})
