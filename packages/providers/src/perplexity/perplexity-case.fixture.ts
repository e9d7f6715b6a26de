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
  images: 'none: the node has no switch that lets images through',
  reasoning: 'none: sonar-reasoning writes what it thinks into its text',
  tools: 'none: the vendor knows no tools',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5, topK: 40 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5, top_k: 40 },
  },
}
