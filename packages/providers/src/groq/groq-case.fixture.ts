import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of Groq in the tests of the family. */
export const groqCase: ChatModelCase = {
  node: 'groqChat',
  values: { modelName: 'llama-3.3-70b-versatile' },
  credential: { groqApiKey: 'gsk-test-key' },
  startFake: () => startCompletionsFake('gsk-test-key', { tellsUsage: 'x_groq', tellsThoughts: 'reasoning' }),
  images: { allowImageUploads: true },
  reasoning: {},
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: '0.2', maxTokens: 100 }, body: { temperature: 0.2, max_tokens: 100 } },
}
