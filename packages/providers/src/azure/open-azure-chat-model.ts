import { openVendorModel, readOpenAIOptions } from '../ai-sdk/open-vendor-model.ts'
import { AZURE_HOME, AZURE_KEY } from './azure-home.ts'
import { connectAzure } from './connect-azure.ts'

/** Opens the chat model of a deployment of Azure OpenAI. */
export const openAzureChatModel = openVendorModel({
  ...AZURE_HOME,
  key: AZURE_KEY,
  nameParams: ['modelName'],
  connect: (connection) => {
    const { azure, deployment } = connectAzure(connection)
    return azure.chat(deployment)
  },
  rules: () => ({ namespace: 'openai', strictTools: 'answer', outOfQuota: ['insufficient_quota'] }),
  mediaTypes: ['image/*', 'application/pdf'],
  // Other vendors' models that Azure deploys tell it, as DeepSeek's do.
  findsReasoningInFrames: true,
  settings: (values) => ({ providerOptions: { openai: readOpenAIOptions(values) } }),
})
