import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeCohere } from '../testing/fake-cohere/fake-cohere-server.ts'

/** The chat models of Cohere in the tests of the family. */
export const cohereCase: ChatModelCase = {
  node: 'chatCohere',
  values: { modelName: 'command-a-03-2025' },
  credential: { cohereApiKey: 'test-key-of-cohere' },
  startFake: () => startFakeCohere({ apiKey: 'test-key-of-cohere' }),
  images: { modelName: 'command-a-vision-07-2025', allowImageUploads: true },
  reasoning: { modelName: 'command-a-reasoning-08-2025' },
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100 },
    body: { model: 'command-a-03-2025', temperature: 0.2, max_tokens: 100 },
  },
}
