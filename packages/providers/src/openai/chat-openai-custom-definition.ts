import type { NodeDefinition } from '@runnel/contract'
import { cacheInput, samplingInputs, streamingInput, temperatureFrom } from '../ai-sdk/chat-inputs.ts'
import { endpointInputs } from './endpoint-inputs.ts'

/** A model by its bare name: fine-tuned ones, and those of compatible servers that need no key. */
export const chatOpenAICustomDefinition: NodeDefinition = {
  name: 'chatOpenAICustom',
  label: 'OpenAI Custom Model',
  version: 4,
  type: 'ChatOpenAI-Custom',
  icon: 'IconBrandOpenai',
  category: 'Chat Models',
  color: '#64B5F6',
  description: 'A fine-tuned model, or one of a server that speaks the protocol of OpenAI',
  baseClasses: ['ChatOpenAI-Custom', 'ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  kind: 'component',
  effects: 'none',
  provides: ['chatModel'],
  sendsCredentialTo: ['basepath'],
  streams: true,
  credential: {
    label: 'Connect Credential',
    name: 'credential',
    type: 'credential',
    credentialNames: ['openAIApi'],
    optional: true,
  },
  inputs: [
    cacheInput,
    {
      label: 'Model Name',
      name: 'modelName',
      identifies: true,
      type: 'string',
      overridable: true,
      placeholder: 'ft:gpt-4o-mini:my-org:custom-name:id',
    },
    temperatureFrom(0.9),
    streamingInput,
    ...samplingInputs,
    ...endpointInputs,
  ],
}
