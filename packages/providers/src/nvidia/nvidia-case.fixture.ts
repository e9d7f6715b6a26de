import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Nvidia NIM in the tests of the family. */
export const nvidiaCase: ChatModelCase = {
  node: 'chatNvidiaNIM',
  values: { modelName: 'meta/llama-3.3-70b-instruct', basePath: 'https://integrate.api.nvidia.com/v1' },
  credential: { nvidiaNIMApiKey: 'test-key-of-nvidia' },
  startFake: () => startCompletionsFake('test-key-of-nvidia'),
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
