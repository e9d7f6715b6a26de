import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of xAI Grok in the tests of the family. */
export const xaiCase: ChatModelCase = {
  node: 'chatXAI',
  values: { modelName: 'grok-4' },
  credential: { xaiApiKey: 'test-key-of-xai' },
  startFake: () => startCompletionsFake('test-key-of-xai'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100 },
    body: { temperature: 0.2, max_tokens: 100 },
  },
}
