import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of LM Studio in the tests of the family. */
export const lmStudioCase: ChatModelCase = {
  node: 'chatLMStudio',
  values: { modelName: 'qwen3-8b', basePath: 'http://localhost:1234/v1' },
  credential: { lmStudioApiKey: 'test-key-of-lmstudio' },
  startFake: () => startCompletionsFake('test-key-of-lmstudio'),
  worksWithoutKey: true,
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
