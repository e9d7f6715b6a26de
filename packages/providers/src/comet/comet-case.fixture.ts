import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Comet in the tests of the family. */
export const cometCase: ChatModelCase = {
  node: 'chatCometAPI',
  values: { modelName: 'gpt-5-mini' },
  credential: { cometApiKey: 'test-key-of-comet' },
  startFake: () => startCompletionsFake('test-key-of-comet'),
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, topP: 0.5 },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5 },
  },
}
