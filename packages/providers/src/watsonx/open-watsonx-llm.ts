import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectWatsonxLlm } from './connect-watsonx-llm.ts'
import { WATSONX_HOME, WATSONX_KEY } from './watsonx-home.ts'

/** Opens a model of IBM watsonx that goes on with a text. */
export const openWatsonxLlm = openVendorModel({
  ...WATSONX_HOME,
  key: WATSONX_KEY,
  nameParams: ['modelId'],
  connect: connectWatsonxLlm,
  rules: () => ({ namespace: 'watsonx', structure: 'words', lateSystem: 'hoist' }),
})
