import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of Nvidia NIM. */
export const openNvidiaChatModel = openVendorModel({
  label: 'Nvidia NIM',
  addressParam: 'basePath',
  key: { field: 'nvidiaNIMApiKey', needed: 'never' },
  nameParams: ['modelName'],
  connect: connectCompatible('nvidia'),
  rules: () => ({ namespace: 'nvidia' }),
})
