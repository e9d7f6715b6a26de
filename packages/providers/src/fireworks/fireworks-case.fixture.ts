import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Fireworks AI in the tests of the family. */
export const fireworksCase: ChatModelCase = {
  node: 'chatFireworks',
  values: { modelName: 'accounts/fireworks/models/gpt-oss-120b' },
  credential: { fireworksApiKey: 'test-key-of-fireworks' },
  startFake: () => startCompletionsFake('test-key-of-fireworks'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: 0.2, maxTokens: 100 }, body: { temperature: 0.2, max_tokens: 100 } },
}
