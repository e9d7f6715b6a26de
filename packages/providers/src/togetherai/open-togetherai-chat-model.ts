import type { JSONObject } from '@ai-sdk/provider'
import { createTogetherAI } from '@ai-sdk/togetherai'
import type { JsonObject } from '@runnel/contract'
import { readNumber } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** What the vendor takes beside the settings of chat completions, which are all that its package sends. */
function readOwnOptions(values: JsonObject): JSONObject {
  const topK = readNumber(values, 'topK')
  const penalty = readNumber(values, 'repeatPenalty')
  return {
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(penalty === undefined ? {} : { repetition_penalty: penalty }),
  }
}

/** Opens a chat model of TogetherAI. */
export const openTogetherAIChatModel = openVendorModel({
  label: 'TogetherAI',
  baseURL: 'https://api.together.xyz/v1',
  key: { field: 'togetherAIApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createTogetherAI(connection)(modelName),
  rules: () => ({ namespace: 'togetherai' }),
  mediaTypes: ['image/*'],
  settings: (values) => ({ providerOptions: { togetherai: readOwnOptions(values) } }),
})
