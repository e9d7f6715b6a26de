import type { InputDefinition } from '@runnel/contract'
import {
  batchSizeInput,
  dimensionsInput,
  embedderDefinition,
  embeddingModelInput,
  embeddingTimeoutInput,
  stripNewLinesInput,
} from '../ai-sdk/embedder-definition.ts'
import { endpointInputs } from './endpoint-inputs.ts'

const encodingFormatInput: InputDefinition = {
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
}

const shared = {
  credentialName: 'openAIApi',
  sendsCredentialTo: ['basepath'],
  icon: 'IconBrandOpenai',
}
const callInputs = [stripNewLinesInput, batchSizeInput, embeddingTimeoutInput, ...endpointInputs]

/** The embeddings of OpenAI. */
export const openAIEmbeddingsDefinition = embedderDefinition({
  ...shared,
  name: 'openAIEmbeddings',
  label: 'OpenAI Embedding',
  version: 4,
  type: 'OpenAIEmbeddings',
  description: 'Embeddings of OpenAI, and of servers that speak its protocol',
  inputs: [
    embeddingModelInput({ lists: true, initial: 'text-embedding-ada-002' }),
    ...callInputs,
    dimensionsInput,
    encodingFormatInput,
  ],
})

/** Embeddings by their bare name: those of compatible servers. */
export const openAIEmbeddingsCustomDefinition = embedderDefinition({
  ...shared,
  name: 'openAIEmbeddingsCustom',
  label: 'OpenAI Custom Embedding',
  version: 3,
  type: 'OpenAIEmbeddingsCustom',
  description: 'Embeddings of a server that speaks the protocol of OpenAI',
  isCredentialOptional: true,
  inputs: [...callInputs, embeddingModelInput({}), dimensionsInput, encodingFormatInput],
})
