import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

const KEY = 'test-key-of-azure'

/** What a credential of Azure holds beside its key: no secrets, but told in messages as the names that they are. */
export const AZURE_DEPLOYMENT = {
  azureOpenAIApiInstanceName: 'my-instance',
  azureOpenAIApiDeploymentName: 'text-embedding-3-small',
  azureOpenAIApiVersion: '2024-10-21',
}

/** The chat models of Azure OpenAI in the tests of the family. */
export const azureCase: ChatModelCase = {
  node: 'azureChatOpenAI',
  values: { modelName: 'gpt-4o-mini' },
  credential: { azureOpenAIApiKey: KEY },
  account: AZURE_DEPLOYMENT,
  startFake: () => startCompletionsFake(KEY, { keyHeader: 'api-key', tellsThoughts: 'never' }),
  images: { allowImageUploads: true },
  sounds: completionsSounds('gpt-audio', { account: { azureOpenAIApiDeploymentName: 'gpt-audio' } }),
  reasoning: { reasoning: true, reasoningEffort: 'low', reasoningSummary: 'auto' },
  tools: 'called',
  structure: 'by strict schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
