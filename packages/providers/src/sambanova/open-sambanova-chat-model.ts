import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of SambaNova. */
export const openSambanovaChatModel = openVendorModel({
  label: 'SambaNova',
  baseURL: 'https://api.sambanova.ai/v1',
  addressParam: 'basepath',
  key: { field: 'sambanovaApiKey', needed: 'at home' },
  nameParams: ['modelName'],
  connect: connectCompatible('sambanova'),
  rules: () => ({ namespace: 'sambanova' }),
})
