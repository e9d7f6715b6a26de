import { type CredentialType, defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  frequencyPenaltyInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  presencePenaltyInput,
  streamingInput,
  temperatureFrom,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { batchSizeInput, embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

const ibmWatsonxCredential: CredentialType = {
  test: async (fields, at) =>
    (await import('./test-watsonx-credential.ts')).testWatsonxCredential(fields, at),
  name: 'ibmWatsonx',
  label: 'IBM Watsonx',
  version: 1,
  inputs: [
    { label: 'Version', name: 'version', type: 'string', placeholder: '2024-05-31' },
    {
      label: 'Service URL',
      name: 'serviceUrl',
      type: 'string',
      placeholder: 'https://us-south.ml.cloud.ibm.com',
    },
    { label: 'Project ID', name: 'projectId', type: 'string' },
    {
      label: 'Watsonx AI Auth Type',
      name: 'watsonxAIAuthType',
      type: 'options',
      options: [
        { label: 'IAM', name: 'iam' },
        { label: 'Bearer Token', name: 'bearertoken' },
      ],
      default: 'iam',
    },
    {
      label: 'Watsonx AI IAM API Key',
      name: 'watsonxAIApikey',
      type: 'password',
      description: 'For IAM',
      optional: true,
    },
    {
      label: 'Watsonx AI Bearer Token',
      name: 'watsonxAIBearerToken',
      type: 'password',
      description: 'For Bearer Token',
      optional: true,
    },
  ],
}

/** IBM watsonx. */
export const watsonxProvider: Provider = {
  name: 'watsonx',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatIBMWatsonx',
        label: 'IBM Watsonx',
        version: 2,
        type: 'ChatIBMWatsonx',
        description: 'Granite and open models in a project of IBM watsonx.ai',
        credentialName: 'ibmWatsonx',
        inputs: [
          cacheInput,
          modelInput({}),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          maxTokensInput,
          frequencyPenaltyInput,
          {
            label: 'Log Probs',
            name: 'logprobs',
            type: 'boolean',
            overridable: true,
            default: false,
            description: 'Asks how likely each token was',
            optional: true,
            additionalParams: true,
          },
          {
            ...topPInput,
            label: 'N',
            name: 'n',
            step: 1,
            default: 1,
            description: 'How many answers the model makes; the first one is taken, all are paid for',
          },
          presencePenaltyInput,
          topPInput,
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-watsonx-chat-model.ts')).openWatsonxChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'ibmEmbedding',
        label: 'IBM Watsonx Embedding',
        version: 1,
        type: 'WatsonxEmbeddings',
        description: 'Embeddings in a project of IBM watsonx.ai',
        credentialName: 'ibmWatsonx',
        inputs: [
          embeddingModelInput({ initial: 'ibm/slate-30m-english-rtrvr' }),
          {
            ...batchSizeInput,
            label: 'Truncate Input Tokens',
            name: 'truncateInputTokens',
            description: 'How many tokens of a text are embedded; the rest is cut off',
          },
          {
            ...batchSizeInput,
            label: 'Max Retries',
            name: 'maxRetries',
            description: 'Kept for imported flows: failed calls are tried again as the server is set up',
          },
          {
            ...batchSizeInput,
            label: 'Max Concurrency',
            name: 'maxConcurrency',
            description: 'Kept for imported flows: batches are embedded one after the other',
          },
        ],
      }),
      provides: { embedder: async () => (await import('./open-watsonx-embedder.ts')).openWatsonxEmbedder },
    }),
  ],
  credentials: [ibmWatsonxCredential],
}
