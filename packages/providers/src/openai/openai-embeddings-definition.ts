import type { NodeDefinition } from '@runnel/contract'
import { endpointInputs } from './endpoint-inputs.ts'

/** The embeddings of OpenAI. */
export const openAIEmbeddingsDefinition: NodeDefinition = {
  name: 'openAIEmbeddings',
  label: 'OpenAI Embedding',
  version: 4,
  type: 'OpenAIEmbeddings',
  icon: 'IconBrandOpenai',
  category: 'Embeddings',
  description: 'Embeddings of OpenAI, and of servers that speak its protocol',
  baseClasses: ['OpenAIEmbeddings', 'Embeddings'],
  kind: 'component',
  effects: 'none',
  provides: ['embedder'],
  sendsCredentialTo: ['basepath'],
  credential: {
    label: 'Connect Credential',
    name: 'credential',
    type: 'credential',
    credentialNames: ['openAIApi'],
  },
  inputs: [
    {
      label: 'Model Name',
      name: 'modelName',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'text-embedding-3-small',
      freeSolo: true,
    },
    {
      label: 'Strip New Lines',
      name: 'stripNewLines',
      type: 'boolean',
      description: 'Line breaks become blanks before a text is embedded',
      optional: true,
      additionalParams: true,
    },
    {
      label: 'Batch Size',
      name: 'batchSize',
      type: 'number',
      description: 'How many texts one call holds at most',
      optional: true,
      additionalParams: true,
    },
    {
      label: 'Timeout',
      name: 'timeout',
      type: 'number',
      description: 'How long a call may take, in milliseconds',
      optional: true,
      additionalParams: true,
    },
    ...endpointInputs,
    {
      label: 'Dimensions',
      name: 'dimensions',
      type: 'number',
      description: 'Shorter vectors, for models that can give them',
      optional: true,
      additionalParams: true,
    },
    {
      label: 'Encoding Format',
      name: 'encodingFormat',
      type: 'options',
      options: [
        { label: 'float', name: 'float' },
        { label: 'base64', name: 'base64' },
      ],
      description: 'Kept for imported flows: the vectors are the same',
      optional: true,
      additionalParams: true,
    },
  ],
}
