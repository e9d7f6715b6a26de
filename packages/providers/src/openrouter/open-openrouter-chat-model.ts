import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of OpenRouter. */
export const openOpenRouterChatModel = openVendorModel({
  label: 'OpenRouter',
  baseURL: 'https://openrouter.ai/api/v1',
  addressParam: 'basepath',
  key: { field: 'openRouterApiKey', needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectCompatible('openrouter'),
  rules: () => ({ namespace: 'openrouter', outOfQuota: ['insufficient credits', '402'] }),
  mediaTypes: ['image/*'],
  soundTypes: SOUNDS,
})
