import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'
import { refuseAsMoonshot } from './refuse-as-moonshot.fixture.ts'

/** The chat models of Moonshot in the tests of the family. */
export const moonshotCase: ChatModelCase = {
  node: 'chatMoonshot',
  values: { modelName: 'kimi-k3' },
  credential: { moonshotApiKey: 'test-key-of-moonshot' },
  startFake: () => startCompletionsFake('test-key-of-moonshot', { refuses: refuseAsMoonshot }),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, topP: 0.5, maxTokens: 100, reasoningEffort: 'low' },
    body: { max_completion_tokens: 100, reasoning_effort: 'low' },
  },
}
