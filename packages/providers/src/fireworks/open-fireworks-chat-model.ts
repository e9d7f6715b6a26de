import { createFireworks } from '@ai-sdk/fireworks'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of Fireworks AI. */
export const openFireworksChatModel = openVendorModel({
  label: 'Fireworks AI',
  baseURL: 'https://api.fireworks.ai/inference/v1',
  key: { field: 'fireworksApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createFireworks(connection)(modelName),
  rules: () => ({ namespace: 'fireworks' }),
  mediaTypes: ['image/*'],
})
