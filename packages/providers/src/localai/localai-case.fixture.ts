import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of LocalAI in the tests of the family. */
export const localAICase: ChatModelCase = {
  node: 'chatLocalAI',
  values: { modelName: 'gpt-4', basePath: 'https://localai.example/v1' },
  credential: { localAIApiKey: 'test-key-of-localai' },
  startFake: () => startCompletionsFake('test-key-of-localai'),
  worksWithoutKey: true,
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
