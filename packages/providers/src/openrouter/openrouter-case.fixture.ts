import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of OpenRouter in the tests of the family. */
export const openRouterCase: ChatModelCase = {
  node: 'chatOpenRouter',
  values: { modelName: 'openai/gpt-4.1-mini' },
  credential: { openRouterApiKey: 'sk-or-test-key' },
  startFake: () => startCompletionsFake('sk-or-test-key', { accountPath: '/api/v1/key' }),
  images: { allowImageUploads: true },
  sounds: completionsSounds('openai/gpt-audio'),
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5, frequencyPenalty: 0.1, presencePenalty: 0.3 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5, frequency_penalty: 0.1, presence_penalty: 0.3 },
  },
}
