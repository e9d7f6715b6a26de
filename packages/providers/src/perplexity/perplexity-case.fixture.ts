import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Perplexity in the tests of the family. */
export const perplexityCase: ChatModelCase = {
  node: 'chatPerplexity',
  values: { model: 'sonar' },
  credential: { perplexityApiKey: 'test-key-of-perplexity' },
  startFake: () =>
    startCompletionsFake('test-key-of-perplexity', {
      tellsUsage: 'last frame',
      accountPath: '/async/chat/completions',
    }),
  usesTools: false,
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5, topK: 40 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5, top_k: 40 },
  },
}
