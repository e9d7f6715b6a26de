import type { ChatModelCase } from '../testing/chat-model-case.ts'
import { startFakeReplicate } from '../testing/fake-replicate/fake-replicate-server.ts'

/** The models of Replicate in the tests of the family. */
export const replicateCase: ChatModelCase = {
  node: 'replicate',
  values: { model: 'meta/meta-llama-3-8b-instruct' },
  credential: { replicateApiKey: 'test-key-of-replicate' },
  startFake: () => startFakeReplicate({ apiKey: 'test-key-of-replicate' }),
  images: 'none: the node has no switch that lets images through',
  reasoning: 'none: a prediction is text alone',
  tools: 'none: a prediction is text alone',
  structure: 'by schema',
  settings: {
    values: {
      temperature: 0.2,
      maxTokens: 100,
      topP: 0.5,
      repetitionPenalty: 1.1,
      additionalInputs: '{"top_p": 0.6, "image_dimensions": "512x512"}',
    },
    body: {
      input: {
        prompt: 'A private question',
        temperature: 0.2,
        max_length: 100,
        top_p: 0.6,
        repetition_penalty: 1.1,
        image_dimensions: '512x512',
      },
    },
  },
}
