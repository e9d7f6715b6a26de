import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of LiteLLM in the tests of the family. */
export const litellmCase: ChatModelCase = {
  node: 'chatLitellm',
  values: { modelName: 'gpt-4o-mini', basePath: 'https://litellm.example' },
  credential: { litellmApiKey: 'test-key-of-litellm' },
  startFake: () => startCompletionsFake('test-key-of-litellm'),
  worksWithoutKey: true,
  images: { allowImageUploads: true },
  sounds: completionsSounds('openai/gpt-audio'),
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
