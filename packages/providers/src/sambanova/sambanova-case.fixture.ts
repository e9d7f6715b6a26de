import { type ChatModelCase, startCompletionsFake } from '../testing/chat-model-case.ts'

/** The chat models of SambaNova in the tests of the family. */
export const sambanovaCase: ChatModelCase = {
  node: 'chatSambanova',
  values: { modelName: 'Meta-Llama-3.3-70B-Instruct' },
  credential: { sambanovaApiKey: 'test-key-of-sambanova' },
  startFake: () => startCompletionsFake('test-key-of-sambanova'),
  reasoning: {},
  images: 'none: the node has no switch that lets images through',
  tools: 'called',
  structure: 'by schema',
  settings: { values: { temperature: 0.2 }, body: { temperature: 0.2 } },
}
