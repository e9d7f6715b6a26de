import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Nebius in the tests of the family. */
export const nebiusCase: ChatModelCase = {
  node: 'chatNebius',
  values: { modelName: 'zai-org/GLM-5.2' },
  credential: { nebiusApiKey: 'test-key-of-nebius' },
  startFake: () => startCompletionsFake('test-key-of-nebius'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, topP: 0.5, maxTokens: 100, reasoningEffort: 'low' },
    body: { temperature: 0.2, top_p: 0.5, max_tokens: 100, reasoning_effort: 'low' },
  },
}
