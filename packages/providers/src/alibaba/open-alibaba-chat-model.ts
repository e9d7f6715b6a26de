import { createAlibaba } from '@ai-sdk/alibaba'
import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { letSoundsThrough } from '../ai-sdk/let-sounds-through.ts'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'

/** Opens a chat model of Alibaba Tongyi. */
export const openAlibabaChatModel = openVendorModel({
  label: 'Alibaba Tongyi',
  baseURL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  key: { field: 'alibabaApiKey', needed: 'always' },
  nameParams: ['modelName'],
  connect: letSoundsThrough(
    (connection, modelName) => createAlibaba(connection)(modelName),
    ({ data, format }) => ({ data: `data:;base64,${data}`, format }),
  ),
  rules: () => ({ namespace: 'alibaba' }),
  mediaTypes: ['image/*'],
  soundTypes: SOUNDS,
  onlyStreams: (modelName) => /omni/i.test(modelName),
})
