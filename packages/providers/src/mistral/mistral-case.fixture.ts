import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of MistralAI in the tests of the family. */
export const mistralCase: ChatModelCase = {
  node: 'chatMistralAI',
  values: { modelName: 'mistral-medium-latest' },
  credential: { mistralAIAPIKey: 'test-key-of-mistral' },
  startFake: () =>
    startCompletionsFake('test-key-of-mistral', {
      tellsUsage: 'last frame',
      takesBareImageUrls: true,
      takesSoundsAs: 'bare text',
      tellsThoughts: 'parts',
    }),
  images: { allowImageUploads: true },
  sounds: completionsSounds('voxtral-small-latest', {
    part: (_mediaType, data) => ({ type: 'input_audio', input_audio: data }),
  }),
  reasoning: {},
  tools: 'called',
  structure: 'by strict schema',
  settings: {
    values: { temperature: 0.2, maxOutputTokens: 100, randomSeed: 7, safeMode: true },
    body: { temperature: 0.2, max_tokens: 100, random_seed: 7, safe_prompt: true },
  },
}
