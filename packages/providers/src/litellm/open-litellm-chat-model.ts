import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of LiteLLM. */
export const openLitellmChatModel = openVendorModel({
  label: 'LiteLLM',
  addressParam: 'basePath',
  key: { field: 'litellmApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatible('litellm'),
  rules: () => ({ namespace: 'litellm' }),
  mediaTypes: ['image/*'],
  soundTypes: SOUNDS,
})
