import { llmDefinition } from '../ai-sdk/chat-definition.ts'
import { cacheInput, keptInput, modelInput, samplingInputs, temperatureFrom } from '../ai-sdk/chat-inputs.ts'
import { endpointInputs } from './endpoint-inputs.ts'

/** The older node of OpenAI's models. */
export const openAILlmDefinition = llmDefinition({
  name: 'openAI',
  label: 'OpenAI',
  version: 4,
  type: 'OpenAI',
  description: 'Models of OpenAI as a language model. Use the chat model of OpenAI in new flows',
  credentialName: 'openAIApi',
  sendsCredentialTo: ['basepath'],
  icon: 'IconBrandOpenai',
  inputs: [
    cacheInput,
    modelInput({ lists: true, initial: 'gpt-4o-mini' }),
    temperatureFrom(0.7),
    ...samplingInputs,
    keptInput('bestOf', 'Best Of'),
    keptInput('batchSize', 'Batch Size'),
    ...endpointInputs,
  ],
})
