import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Alibaba Tongyi in the tests of the family. */
export const alibabaCase: ChatModelCase = {
  node: 'chatAlibabaTongyi',
  values: { modelName: 'qwen-plus' },
  credential: { alibabaApiKey: 'test-key-of-alibaba' },
  startFake: () => startCompletionsFake('test-key-of-alibaba'),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: 0.2, maxTokens: 100 }, body: { temperature: 0.2, max_tokens: 100 } },
}
