import { readNumber } from '@runnel/node-kit'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of HuggingFace. */
export const openHuggingFaceChatModel = openVendorModel({
  label: 'HuggingFace',
  baseURL: 'https://router.huggingface.co/v1',
  addressParam: 'endpoint',
  key: { field: 'huggingFaceApiKey', needed: 'always' },
  nameParams: ['model'],
  connect: connectCompatible('huggingface'),
  rules: () => ({ namespace: 'huggingface' }),
  // Chat completions know none: the client leaves it out of what it sends by itself.
  settings: (values) => {
    const topK = readNumber(values, 'hfTopK')
    return { providerOptions: { huggingface: topK === undefined ? {} : { top_k: topK } } }
  },
})
