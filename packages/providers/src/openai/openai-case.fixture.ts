import { type ChatModelCase, completionsSounds, startCompletionsFake } from '../testing/chat-model-case.ts'

const shared = {
  credential: { openAIApiKey: 'sk-test-key' },
  startFake: () => startCompletionsFake('sk-test-key', { tellsThoughts: 'never' }),
}

const chatOpenAICase: ChatModelCase = {
  ...shared,
  node: 'chatOpenAI',
  values: { modelName: 'gpt-4o-mini' },
  images: { allowImageUploads: true },
  sounds: completionsSounds('gpt-4o-audio-preview'),
  reasoning: {
    modelName: 'gpt-5',
    temperature: 0.5,
    reasoning: true,
    reasoningEffort: 'low',
    reasoningSummary: 'auto',
  },
  tools: 'called',
  structure: 'by strict schema',
  settings: {
    values: { temperature: '0.2', maxTokens: 100, topP: 0.5, stopSequence: 'END, STOP' },
    body: { temperature: 0.2, max_tokens: 100, top_p: 0.5, stop: ['END', 'STOP'] },
  },
}

/** The chat models of OpenAI in the tests of the family. */
export const openAICases: [ChatModelCase, ...ChatModelCase[]] = [
  chatOpenAICase,
  {
    ...shared,
    node: 'chatOpenAICustom',
    values: { modelName: 'ft:gpt-4o-mini:us' },
    reasoning: 'none: the node has no params for it',
    images: 'none: the node has no switch that lets images through',
    tools: 'called',
    structure: 'by strict schema',
    settings: {
      values: { frequencyPenalty: 0.1, presencePenalty: 0.3 },
      body: { frequency_penalty: 0.1, presence_penalty: 0.3 },
    },
  },
]
