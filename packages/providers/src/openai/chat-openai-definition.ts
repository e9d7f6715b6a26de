import type { NodeDefinition } from '@runnel/contract'
import {
  cacheInput,
  samplingInputs,
  stopSequenceInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { reasoningInputs } from '../ai-sdk/reasoning-inputs.ts'
import { endpointInputs } from './endpoint-inputs.ts'

/** The chat models of OpenAI. */
export const chatOpenAIDefinition: NodeDefinition = {
  name: 'chatOpenAI',
  label: 'OpenAI',
  version: 8.3,
  type: 'ChatOpenAI',
  icon: 'IconBrandOpenai',
  category: 'Chat Models',
  color: '#64B5F6',
  description: 'Chat models of OpenAI, and of servers that speak its protocol',
  baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
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
  },
  inputs: [
    cacheInput,
    {
      label: 'Model Name',
      name: 'modelName',
      identifies: true,
      type: 'asyncOptions',
      overridable: true,
      loadMethod: 'listModels',
      default: 'gpt-4o-mini',
      freeSolo: true,
    },
    temperatureFrom(0.9),
    streamingInput,
    {
      label: 'Allow Image Uploads',
      name: 'allowImageUploads',
      type: 'boolean',
      overridable: true,
      default: false,
      description: 'Lets images through to the model',
      opensMedia: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'],
      optional: true,
    },
    ...reasoningInputs,
    ...samplingInputs,
    {
      label: 'Strict Tool Calling',
      name: 'strictToolCalling',
      type: 'boolean',
      overridable: true,
      description: 'The model keeps to the schemas of its tools word for word',
      optional: true,
      additionalParams: true,
    },
    stopSequenceInput,
    ...endpointInputs,
  ],
}
