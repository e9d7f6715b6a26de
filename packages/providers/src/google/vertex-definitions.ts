import type { InputDefinition } from '@runnel/contract'
import type { CredentialType } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput, stripNewLinesInput } from '../ai-sdk/embedder-definition.ts'
import { customModelInput, thinkingInputs } from './gemini-inputs.ts'
import { GEMINI_SOUNDS } from './gemini-options.ts'

/** Regions that offer Gemini. */
export const VERTEX_REGIONS = [
  'global',
  'us-central1',
  'us-east1',
  'us-east4',
  'us-east5',
  'us-south1',
  'us-west1',
  'us-west4',
  'northamerica-northeast1',
  'southamerica-east1',
  'europe-central2',
  'europe-north1',
  'europe-southwest1',
  'europe-west1',
  'europe-west2',
  'europe-west3',
  'europe-west4',
  'europe-west6',
  'europe-west8',
  'europe-west9',
  'asia-east1',
  'asia-northeast1',
  'asia-northeast3',
  'asia-south1',
  'asia-southeast1',
  'australia-southeast1',
  'me-central1',
  'me-west1',
]

/** Where a model of Vertex runs. */
export const regionInput: InputDefinition = {
  label: 'Region',
  name: 'region',
  type: 'asyncOptions',
  loadMethod: 'listRegions',
  description: 'Where the model runs: us-central1 unless another is chosen',
  optional: true,
}

/** A service account of Google Cloud. */
export const googleVertexCredential: CredentialType = {
  test: async (fields, at) => (await import('./test-vertex-credential.ts')).testVertexCredential(fields, at),
  name: 'googleVertexAuth',
  label: 'Google Vertex Auth',
  version: 1,
  inputs: [
    {
      label: 'Google Application Credential File Path',
      name: 'googleApplicationCredentialFilePath',
      type: 'string',
      description: 'Kept for imported credentials: files of the server are not read. Paste the JSON below',
      optional: true,
    },
    {
      label: 'Google Credential JSON Object',
      name: 'googleApplicationCredential',
      type: 'password',
      description: 'The JSON of a service account with its key',
      optional: true,
    },
    {
      label: 'Project ID',
      name: 'projectID',
      type: 'string',
      description: 'Another project than that of the service account',
      optional: true,
    },
  ],
}

const shared = { credentialName: 'googleVertexAuth', isCredentialOptional: true }

/** The chat models of Gemini on Google Vertex AI. */
export const chatGoogleVertexDefinition = chatModelDefinition({
  ...shared,
  name: 'chatGoogleVertexAI',
  label: 'Google VertexAI',
  version: 5.3,
  type: 'ChatGoogleVertexAI',
  description: 'Gemini in a project of Google Cloud',
  inputs: [
    cacheInput,
    regionInput,
    modelInput({ lists: true }),
    customModelInput,
    temperatureFrom(0.9),
    streamingInput,
    imagesInput([...IMAGES, 'application/pdf', ...GEMINI_SOUNDS]),
    ...thinkingInputs,
    { ...maxTokensInput, name: 'maxOutputTokens', label: 'Max Output Tokens' },
    topPInput,
    { ...topPInput, label: 'Top K', name: 'topK', step: 1 },
  ],
})

/** The older node of models on Google Vertex AI. */
export const googleVertexLlmDefinition = llmDefinition({
  ...shared,
  name: 'googlevertexai',
  label: 'GoogleVertexAI',
  version: 3,
  type: 'GoogleVertexAI',
  description: 'Gemini as a language model. Use the chat model of Google VertexAI in new flows',
  inputs: [
    cacheInput,
    modelInput({ lists: true, initial: 'gemini-2.5-flash' }),
    temperatureFrom(0.7),
    { ...maxTokensInput, name: 'maxOutputTokens', label: 'Max Output Tokens' },
    topPInput,
  ],
})

/** The embeddings of Google Vertex AI. */
export const googleVertexEmbeddingsDefinition = embedderDefinition({
  ...shared,
  name: 'googlevertexaiEmbeddings',
  label: 'Google VertexAI Embedding',
  version: 2.1,
  type: 'GoogleVertexAIEmbeddings',
  description: 'Embeddings in a project of Google Cloud',
  inputs: [
    embeddingModelInput({ lists: true, initial: 'text-embedding-005' }),
    regionInput,
    stripNewLinesInput,
  ],
})
