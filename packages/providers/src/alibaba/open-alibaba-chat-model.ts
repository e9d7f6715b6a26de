import { createAlibaba } from '@ai-sdk/alibaba'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of Alibaba Tongyi. */
export const openAlibabaChatModel = openVendorModel({
  label: 'Alibaba Tongyi',
  baseURL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  key: { field: 'alibabaApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createAlibaba(connection)(modelName),
  rules: () => ({ namespace: 'alibaba' }),
  mediaTypes: ['image/*'],
})
