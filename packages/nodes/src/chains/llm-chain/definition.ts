import { defineNode, moderationInput } from '@runnel/node-kit'

/** Fills a prompt and asks a model once. */
export const llmChain = defineNode({
  definition: {
    name: 'llmChain',
    label: 'LLM Chain',
    version: 3,
    type: 'LLMChain',
    icon: 'IconLink',
    category: 'Chains',
    color: '#9C89B8',
    description: 'Fills a prompt and asks a language model once',
    baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    streams: true,
    inputs: [
      { label: 'Language Model', name: 'model', type: 'BaseLanguageModel' },
      { label: 'Prompt', name: 'prompt', type: 'BasePromptTemplate' },
      { label: 'Output Parser', name: 'outputParser', type: 'BaseLLMOutputParser', optional: true },
      moderationInput,
      {
        label: 'Chain Name',
        name: 'chainName',
        type: 'string',
        overridable: true,
        placeholder: 'Name the chain',
        optional: true,
      },
    ],
    outputs: [
      { label: 'LLM Chain', name: 'llmChain', baseClasses: ['LLMChain', 'BaseChain', 'Runnable'] },
      { label: 'Output Prediction', name: 'outputPrediction', baseClasses: ['string', 'json'] },
    ],
  },
  run: async () => (await import('./run.ts')).runLlmChain,
})
