import { createOpenAI } from '@ai-sdk/openai'
import { type JsonObject, RunnelError } from '@runnel/contract'
import { type OpenChatModel, readNumber, readSwitch, readText, type VendorContext } from '@runnel/node-kit'
import { reasoningOfRaw } from '../ai-sdk/collect-reply.ts'
import { createSdkChatModel } from '../ai-sdk/sdk-chat-model.ts'
import { LENIENT_RULES } from '../ai-sdk/vendor-rules.ts'
import { mendCompletionStream } from './mend-completion-stream.ts'
import { OPENAI_BASE_URL, readOpenAIEndpoint } from './read-openai-endpoint.ts'
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
  const apiKey = readKey(vendorContext, baseURL)
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
    },
    settings: { ...readOpenAISettings(values), ...withoutKey(apiKey, headers) },
    streams: readSwitch(values, 'streaming', true),
    reasoningOfRaw,
    timeoutMs: readTimeout(values),
    vendor: vendorContext,
  })
}

/** Servers of one's own often need no key; OpenAI always does. */
function readKey({ credential }: VendorContext, baseURL: string): string | undefined {
  const key = credential?.openAIApiKey?.trim()
  if (key) return key
  if (baseURL !== OPENAI_BASE_URL) return undefined
  throw new RunnelError(
    'missing_credential',
    'OpenAI needs an API key. Choose a credential in the model node, or create one there.',
  )
}

/** Without a key no `Authorization` header is sent, unless the author wrote one. */
function withoutKey(apiKey: string | undefined, headers: Record<string, string>) {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return apiKey === undefined && !hasOwn ? { headers: { authorization: undefined } } : {}
}

function readTimeout(values: JsonObject): number | undefined {
  const timeout = readNumber(values, 'timeout')
  return timeout !== undefined && timeout > 0 ? timeout : undefined
}
