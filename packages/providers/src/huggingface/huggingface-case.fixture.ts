import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of HuggingFace in the tests of the family. */
export const huggingFaceCase: ChatModelCase = {
  node: 'chatHuggingFace',
  values: { model: 'meta-llama/Llama-3.3-70B-Instruct' },
  credential: { huggingFaceApiKey: 'test-key-of-huggingface' },
  startFake: () => startCompletionsFake('test-key-of-huggingface', { accountPath: '/api/whoami-v2' }),
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: {
    values: { temperature: 0.2, maxTokens: 100, stop: 'END', hfTopK: 20 },
    body: { temperature: 0.2, max_tokens: 100, stop: ['END'], top_k: 20 },
  },
}
