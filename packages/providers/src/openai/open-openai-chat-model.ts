import { createOpenAI } from '@ai-sdk/openai'
import { readSwitch } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { readOpenAIOptions } from '../ai-sdk/read-openai-options.ts'
import { mendCompletionStream } from './mend-completion-stream.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/** Opens a chat model over chat completions (never `/responses`, which compatible servers lack). */
export const openOpenAIChatModel = openVendorModel({
  ...OPENAI_HOME,
  key: OPENAI_KEY,
  nameParams: ['modelName'],
  connect: ({ fetch, ...connection }, modelName) => {
    const isHome = connection.baseURL === OPENAI_HOME.baseURL
    return createOpenAI({ ...connection, fetch: isHome ? fetch : mendCompletionStream(fetch) }).chat(
      modelName,
    )
  },
  rules: (values) => ({
    namespace: 'openai',
    strictTools: readSwitch(values, 'strictToolCalling'),
    outOfQuota: ['insufficient_quota'],
    idempotencyHeader: 'Idempotency-Key',
  }),
  mediaTypes: ['image/*', 'application/pdf'],
  settings: (values) => ({ providerOptions: { openai: readOpenAIOptions(values) } }),
  findsReasoningInFrames: true,
})
