import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { llmDefinition } from '../ai-sdk/chat-definition.ts'
import { cacheInput, maxTokensInput, modelInput, temperatureFrom, topPInput } from '../ai-sdk/chat-inputs.ts'

const definition = llmDefinition({
  name: 'replicate',
  label: 'Replicate',
  version: 2,
  type: 'Replicate',
  description: 'Models that Replicate runs, of texts or of images, each with inputs of its own',
  credentialName: 'replicateApi',
  inputs: [
    cacheInput,
    {
      ...modelInput({ name: 'model' }),
      label: 'Model',
      placeholder: 'meta/meta-llama-3-8b-instruct',
      description: 'As owner/name, or as owner/name:version where the model is not kept ready',
    },
    temperatureFrom(0.7),
    maxTokensInput,
    topPInput,
    {
      ...topPInput,
      label: 'Repetition Penalty',
      name: 'repetitionPenalty',
      description: 'How much repetition counts against a token; 1 for not at all',
    },
    {
      label: 'Additional Inputs',
      name: 'additionalInputs',
      type: 'json',
      namesNoHost: true,
      description: 'Inputs of the model by their names, such as {"image_dimensions": "512x512"}',
      optional: true,
      additionalParams: true,
    },
  ],
})

/** Replicate. */
export const replicateProvider: Provider = {
  name: 'replicate',
  nodes: [
    defineNode({
      definition: {
        ...definition,
        badge: undefined,
        baseClasses: ['Replicate', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
      },
      provides: { chatModel: async () => (await import('./open-replicate-model.ts')).openReplicateModel },
    }),
  ],
  credentials: [
    keyCredential('replicateApi', {
      label: 'Replicate API',
      field: 'replicateApiKey',
      test: { url: 'https://api.replicate.com/v1/account' },
    }),
  ],
}
