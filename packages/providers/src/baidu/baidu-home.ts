import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** Qianfan speaks OpenAI's protocol here. */
export const BAIDU_HOME = {
  label: 'Baidu Qianfan',
  baseURL: 'https://qianfan.baidubce.com/v2',
} satisfies VendorHome

export const BAIDU_KEY: VendorKey = {
  field: 'qianfanAccessKey',
  secretFields: ['qianfanSecretKey'],
  needed: 'always',
}

/** A typed name goes before the one that is chosen. */
export const BAIDU_NAME_PARAMS = ['customModelName', 'modelName']
