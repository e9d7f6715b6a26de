import { createAnthropic } from '@ai-sdk/anthropic'
import { RunnelError } from '@runnel/contract'
import { type OpenChatModel, readSwitch, readText } from '@runnel/node-kit'
import { createSdkChatModel } from '../ai-sdk/sdk-chat-model.ts'
import { anthropicRules } from './anthropic-rules.ts'
import { traitsOf } from './anthropic-traits.ts'
import { goOnWhenPaused } from './go-on-when-paused.ts'
import { readAnthropicEndpoint } from './read-anthropic-endpoint.ts'
import { readAnthropicSettings } from './read-anthropic-settings.ts'

/** Opens a chat model over Anthropic's messages. No key outlives its call. */
export const openAnthropicChatModel: OpenChatModel = async ({ values }, vendorContext) => {
  const modelName = readText(values, 'modelName').trim()
  if (modelName === '') {
    throw new RunnelError('invalid_input', 'The Anthropic model has no name. Choose one in the model node.')
  }
  const { baseURL, vendor } = readAnthropicEndpoint(values)
  const apiKey = vendorContext.credential?.anthropicApiKey?.trim()
  if (!apiKey) {
    throw new RunnelError(
      'missing_credential',
      'Anthropic needs an API key. Choose a credential in the model node, or create one there.',
    )
  }
  const anthropic = createAnthropic({ baseURL, apiKey, fetch: vendorContext.fetch })
  const traits = traitsOf(modelName)
  return goOnWhenPaused(
    createSdkChatModel({
      model: anthropic(modelName),
      endpoint: { vendor, modelName, secrets: [apiKey] },
      rules: anthropicRules(values, traits),
      settings: readAnthropicSettings(values, traits),
      streams: readSwitch(values, 'streaming', true),
      timeoutMs: undefined,
      vendor: vendorContext,
    }),
  )
}
