import { createTogetherAI } from '@ai-sdk/togetherai'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of TogetherAI. */
export const openTogetherAIChatModel = openVendorModel({
  label: 'TogetherAI',
  baseURL: 'https://api.together.xyz/v1',
  key: { field: 'togetherAIApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createTogetherAI(connection)(modelName),
  rules: () => ({ namespace: 'togetherai' }),
  mediaTypes: ['image/*'],
})
