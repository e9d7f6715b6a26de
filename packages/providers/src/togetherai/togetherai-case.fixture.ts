import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of TogetherAI in the tests of the family. */
export const togetherAICase: ChatModelCase = {
  node: 'chatTogetherAI',
  values: { modelName: 'meta-llama/Llama-3.3-70B-Instruct-Turbo' },
  credential: { togetherAIApiKey: 'test-key-of-togetherai' },
  startFake: () => startCompletionsFake('test-key-of-togetherai'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: 0.2, maxTokens: 100 }, body: { temperature: 0.2, max_tokens: 100 } },
}
