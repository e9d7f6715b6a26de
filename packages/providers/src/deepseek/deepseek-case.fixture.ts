import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Deepseek in the tests of the family. */
export const deepseekCase: ChatModelCase = {
  node: 'chatDeepseek',
  values: { modelName: 'deepseek-flash' },
  credential: { deepseekApiKey: 'test-key-of-deepseek' },
  startFake: () => startCompletionsFake('test-key-of-deepseek'),
  reasoning: { thinking: true },
  images: 'none: its models read text alone',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
