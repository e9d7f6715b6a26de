import { createOpenAI } from '@ai-sdk/openai'
import { type JsonObject, RunnelError } from '@runnel/contract'
import { type OpenChatModel, readNumber, readSwitch, readText } from '@runnel/node-kit'
import { reasoningOfRaw } from '../ai-sdk/collect-reply.ts'
import { createSdkChatModel } from '../ai-sdk/sdk-chat-model.ts'
import { LENIENT_RULES } from '../ai-sdk/vendor-rules.ts'
import { mendCompletionStream } from './mend-completion-stream.ts'
import { OPENAI_BASE_URL, readOpenAIEndpoint } from './read-openai-endpoint.ts'
import { readOpenAIKey, withoutKey } from './read-openai-key.ts'
import { readOpenAISettings } from './read-openai-settings.ts'

/**
 * Opens a chat model over chat completions (never `/responses`, which compatible servers lack). Making the SDK's
 * objects costs a few microseconds, so nothing is kept between calls, and no key outlives its call.
 */
export const openOpenAIChatModel: OpenChatModel = async ({ values }, vendorContext) => {
  const modelName = readText(values, 'modelName').trim()
  if (modelName === '') {
    throw new RunnelError('invalid_input', 'The OpenAI model has no name. Choose one in the model node.')
  }
  const { baseURL, vendor, headers } = readOpenAIEndpoint(values)
  const apiKey = readOpenAIKey(vendorContext, baseURL)
  const fetch = baseURL === OPENAI_BASE_URL ? vendorContext.fetch : mendCompletionStream(vendorContext.fetch)
  const openAI = createOpenAI({ baseURL, headers, apiKey: apiKey ?? '', fetch })
  return createSdkChatModel({
    model: openAI.chat(modelName),
    endpoint: { vendor, modelName, secrets: [apiKey ?? '', ...Object.values(headers)] },
    rules: {
      ...LENIENT_RULES,
      namespace: 'openai',
      mediaTypes: readSwitch(values, 'allowImageUploads') ? ['image/*', 'application/pdf'] : [],
      strictTools: readSwitch(values, 'strictToolCalling'),
      outOfQuota: ['insufficient_quota'],
      idempotencyHeader: 'Idempotency-Key',
    },
    settings: { ...readOpenAISettings(values), ...withoutKey(apiKey, headers) },
    streams: readSwitch(values, 'streaming', true),
    reasoningOfRaw,
    timeoutMs: readTimeout(values),
    vendor: vendorContext,
  })
}

function readTimeout(values: JsonObject): number | undefined {
  const timeout = readNumber(values, 'timeout')
  return timeout !== undefined && timeout > 0 ? timeout : undefined
}
