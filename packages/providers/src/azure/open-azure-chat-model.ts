import type { JsonObject } from '@runnel/contract'
import { answerByResponses } from '../ai-sdk/answer-by-responses.ts'
import { readThoughtWishes } from '../ai-sdk/ask-for-thoughts.ts'
import { SOUNDS } from '../ai-sdk/chat-inputs.ts'
import { mendCompletionStream } from '../ai-sdk/mend-completion-stream.ts'
import { openVendorModel, readOpenAIOptions } from '../ai-sdk/open-vendor-model.ts'
import { AZURE_HOME, AZURE_KEY, isOnAzure } from './azure-home.ts'
import { connectAzure } from './connect-azure.ts'

/** The thoughts that a node wants to hear, where Azure itself is asked. */
const readThoughts = (values: JsonObject) => (isOnAzure(values) ? readThoughtWishes(values) : undefined)

/** Opens the chat model of a deployment of Azure OpenAI. */
export const openAzureChatModel = openVendorModel({
  ...AZURE_HOME,
  key: AZURE_KEY,
  nameParams: ['modelName'],
  connect: (connection) => {
    const mended = { ...connection, fetch: mendCompletionStream(connection.fetch) }
    const { azure, deployment } = connectAzure(mended)
    const chat = azure.chat(deployment)
    const thoughts = readThoughts(connection.values)
    return thoughts
      ? answerByResponses({ chat, responses: connectAzure(connection).openResponses(), connection, thoughts })
      : chat
  },
  rules: (values) => ({
    // Responses sign what is to come back with Azure's own name, chat completions with OpenAI's.
    namespace: readThoughts(values) ? 'azure' : 'openai',
    strictTools: 'answer',
    outOfQuota: ['insufficient_quota'],
  }),
  mediaTypes: ['image/*', 'application/pdf'],
  soundTypes: SOUNDS,
  // Other vendors' models that Azure deploys tell it, as DeepSeek's do.
  findsReasoningInFrames: true,
  settings: (values) => ({ providerOptions: { openai: readOpenAIOptions(values) } }),
})
