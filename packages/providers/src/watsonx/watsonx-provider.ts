import type { InputDefinition } from '@runnel/contract'
import { type CredentialType, defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  frequencyPenaltyInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  modelInput,
  presencePenaltyInput,
  stopSequenceInput,
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

const count = (name: string, label: string, rest: Partial<InputDefinition> = {}): InputDefinition => ({
  ...maxTokensInput,
  label,
  name,
  description: '',
  ...rest,
})

/** What the older protocol lets an author choose. */
const llmInputs: InputDefinition[] = [
  cacheInput,
  modelInput({ name: 'modelId' }),
  {
    label: 'Decoding Method',
    name: 'decodingMethod',
    type: 'options',
    overridable: true,
    options: [
      { label: 'sample', name: 'sample' },
      { label: 'greedy', name: 'greedy' },
    ],
    default: 'greedy',
    description:
      'greedy takes the most likely word each time; temperature, Top K and Top P count with sample',
    optional: true,
    additionalParams: true,
  },
  count('topK', 'Top K', { default: 50, description: 'Among how many of the most likely words is chosen' }),
  { ...topPInput, default: 0.7 },
  { ...temperatureFrom(0.7), additionalParams: true },
  {
    ...topPInput,
    label: 'Repetition Penalty',
    name: 'repetitionPenalty',
    default: 1,
    description: 'How much repetition counts against a token; 1 for not at all',
  },
  { ...streamingInput, default: false },
  count('maxNewTokens', 'Max New Tokens', { default: 100, description: 'How long an answer may become' }),
  count('minNewTokens', 'Min New Tokens', { default: 1, description: 'How long an answer is at least' }),
  stopSequenceInput,
  {
    label: 'Include Stop Sequence',
    name: 'includeStopSequence',
    type: 'boolean',
    overridable: true,
    default: false,
    description: 'The text at which the model stopped is part of its answer',
    optional: true,
    additionalParams: true,
  },
  count('randomSeed', 'Random Seed', { description: 'The same number makes the same choices' }),
]

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
          { ...presencePenaltyInput, default: 1 },
          { ...topPInput, default: 0.1 },
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
    defineNode({
      definition: llmDefinition({
        name: 'ibmWatsonx',
        label: 'IBMWatsonx',
        version: 1,
        type: 'IBMWatsonx',
        description: 'Models of IBM watsonx.ai that go on with a text. Use the chat model in new flows',
        credentialName: 'ibmWatsonx',
        inputs: llmInputs,
      }),
      provides: { chatModel: async () => (await import('./open-watsonx-llm.ts')).openWatsonxLlm },
    }),
  ],
  credentials: [ibmWatsonxCredential],
}
