import { readNumber, readText } from '@runnel/node-kit'
import { connectCompatible } from '../ai-sdk/connect-compatible.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { enterBaidu } from './baidu-access.ts'
import { BAIDU_HOME, BAIDU_KEY, BAIDU_NAME_PARAMS } from './baidu-home.ts'

const connect = connectCompatible('baidu')

/** Opens a chat model of Baidu Qianfan. */
export const openBaiduChatModel = openVendorModel({
  ...BAIDU_HOME,
  key: BAIDU_KEY,
  nameParams: BAIDU_NAME_PARAMS,
  connect: (connection, modelName) => connect(enterBaidu(connection), modelName),
  rules: () => ({ namespace: 'baidu', sendsNames: false }),
  mediaTypes: ['image/*'],
  settings: (values) => {
    const penalty = readNumber(values, 'penaltyScore')
    const user = readText(values, 'userId').trim()
    return {
      providerOptions: {
        baidu: {
          ...(penalty === undefined ? {} : { penalty_score: penalty }),
          ...(user === '' ? {} : { user }),
        },
      },
    }
  },
})
