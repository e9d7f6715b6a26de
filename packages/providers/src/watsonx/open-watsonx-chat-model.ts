import { readNumber, readSwitch } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { connectWatsonx } from './connect-watsonx.ts'
import { WATSONX_HOME, WATSONX_KEY } from './watsonx-home.ts'

/** Opens a chat model of IBM watsonx. */
export const openWatsonxChatModel = openVendorModel({
  ...WATSONX_HOME,
  key: WATSONX_KEY,
  nameParams: ['modelName'],
  connect: connectWatsonx,
  rules: () => ({ namespace: 'watsonx', sendsNames: false, takesAddresses: false }),
  mediaTypes: ['image/*'],
  settings: (values) => {
    const n = readNumber(values, 'n')
    return {
      providerOptions: {
        watsonx: {
          ...(readSwitch(values, 'logprobs') && { logprobs: true }),
          ...(n !== undefined && n > 1 && { n: Math.floor(n) }),
        },
      },
    }
  },
})
