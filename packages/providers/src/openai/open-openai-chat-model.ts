import { createOpenAI } from '@ai-sdk/openai'
import type { JsonObject } from '@runnel/contract'
import { readSwitch, readText } from '@runnel/node-kit'
import { answerByResponses } from '../ai-sdk/answer-by-responses.ts'
import { readThoughtWishes } from '../ai-sdk/ask-for-thoughts.ts'
import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { mendCompletionStream } from '../ai-sdk/mend-completion-stream.ts'
import { openVendorModel, readOpenAIOptions } from '../ai-sdk/open-vendor-model.ts'
import type { VendorRules } from '../ai-sdk/vendor-rules.ts'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/**
 * Opens a chat model over chat completions. `/responses`, which compatible servers lack, is asked for OpenAI's own tools,
 * and at OpenAI itself for thoughts.
 */
export const openOpenAIChatModel = openVendorModel({
  ...OPENAI_HOME,
  key: OPENAI_KEY,
  nameParams: ['modelName'],
  connect: (connection, modelName) => {
    const { fetch, ...rest } = connection
    const isHome = connection.baseURL === OPENAI_HOME.baseURL
    const vendor = createOpenAI({ ...rest, fetch: isHome ? fetch : mendCompletionStream(fetch) })
    return answerByResponses({
      chat: vendor.chat(modelName),
      responses: vendor.responses(modelName),
      connection,
      thoughts: isHome ? readThoughtWishes(connection.values) : undefined,
    })
  },
  rules: (values) => ({
    namespace: 'openai',
    strictTools: readStrictness(values),
    outOfQuota: ['insufficient_quota'],
    idempotencyHeader: 'Idempotency-Key',
  }),
  mediaTypes: ['image/*', 'application/pdf'],
  soundTypes: SOUNDS,
  settings: (values) => ({ providerOptions: { openai: readOpenAIOptions(values) } }),
  findsReasoningInFrames: true,
})

/** OpenAI itself knows strict schemas; of a server of one's own only its author knows whether it does. */
function readStrictness(values: JsonObject): VendorRules['strictTools'] {
  if (readSwitch(values, 'strictToolCalling')) return 'all'
  return readText(values, 'basepath').trim() === '' ? 'answer' : 'none'
}
