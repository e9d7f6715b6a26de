import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Cloudflare Workers AI in the tests of the family. */
export const cloudflareCase: ChatModelCase = {
  node: 'chatCloudflareWorkersAI',
  values: { model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast' },
  credential: { cloudflareApiToken: 'test-key-of-cloudflare' },
  account: { cloudflareAccountId: '023e105f4ecef8ad9ca31a8372d0c353' },
  startFake: () =>
    startCompletionsFake('test-key-of-cloudflare', {
      accountPath: '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/models/search',
    }),
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100 },
    body: { temperature: 0.2, max_tokens: 100 },
  },
}
