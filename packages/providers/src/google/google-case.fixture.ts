import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeGoogle } from '../testing/fake-google/fake-google-server.ts'
import { GEMINI_SOUND_CASE } from './gemini-sounds.fixture.ts'

/** The chat models of Gemini in the tests of the family. */
export const googleCase: ChatModelCase = {
  node: 'chatGoogleGenerativeAI',
  values: { modelName: 'gemini-2.5-flash' },
  credential: { googleGenerativeAPIKey: 'test-key-of-google' },
  startFake: () => startFakeGoogle({ apiKey: 'test-key-of-google' }),
  images: { allowImageUploads: true },
  sounds: GEMINI_SOUND_CASE,
  reasoning: { thinkingBudget: 512 },
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: {
      temperature: 0.2,
      maxOutputTokens: 100,
      topK: 5,
      safetySettings: [{ harmCategory: 'HARM_CATEGORY_HARASSMENT', harmBlockThreshold: 'BLOCK_ONLY_HIGH' }],
    },
    body: {
      generationConfig: { temperature: 0.2, maxOutputTokens: 100, topK: 5 },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }],
    },
  },
}
