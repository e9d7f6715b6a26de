import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Cerebras in the tests of the family. */
export const cerebrasCase: ChatModelCase = {
  node: 'chatCerebras',
  values: { modelName: 'llama3.1-8b' },
  credential: { cerebrasApiKey: 'test-key-of-cerebras' },
  startFake: () => startCompletionsFake('test-key-of-cerebras', { tellsUsage: 'last frame' }),
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_completion_tokens: 100, top_p: 0.5 },
  },
}
