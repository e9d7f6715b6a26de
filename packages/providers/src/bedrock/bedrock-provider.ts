import type { InputDefinition } from '@runnel/contract'
import { type CredentialType, defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  cacheInput,
  IMAGES,
  imagesInput,
  maxTokensInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { batchSizeInput, embedderDefinition } from '../ai-sdk/embedder-definition.ts'
import { bedrockImages } from './bedrock-images.ts'
import { bedrockLists, bedrockModelInputs, endpointHostInput, regionInput } from './bedrock-inputs.ts'
import { BEDROCK_CHAT_MODELS, BEDROCK_EMBEDDINGS } from './bedrock-names.ts'
import { BEDROCK_EMBEDDING_PRICES, BEDROCK_PRICES } from './bedrock-prices.ts'
import { testAwsCredential } from './test-aws-credential.ts'

const awsApiCredential: CredentialType = {
  test: testAwsCredential,
  name: 'awsApi',
  label: 'AWS security credentials',
  version: 1.1,
  inputs: [
    { label: 'AWS Access Key', name: 'awsKey', type: 'password', optional: true },
    { label: 'AWS Secret Access Key', name: 'awsSecret', type: 'password', optional: true },
    { label: 'AWS Session Key', name: 'awsSession', type: 'password', optional: true },
    { label: 'Role ARN', name: 'roleArn', type: 'string', optional: true },
    { label: 'External ID', name: 'externalId', type: 'string', optional: true },
  ],
}

const flag = (name: string, label: string, description: string): InputDefinition => ({
  label,
  name,
  type: 'boolean',
  overridable: true,
  default: false,
  description,
  optional: true,
  additionalParams: true,
})

const PURPOSES = ['search_document', 'search_query', 'classification', 'clustering']
const shared = {
  credentialName: 'awsApi',
  isCredentialOptional: true,
  sendsCredentialTo: ['endpointHost'],
}

const chatModel = async () => (await import('./open-bedrock-chat-model.ts')).openBedrockChatModel

/** AWS Bedrock. */
export const bedrockProvider: Provider = {
  name: 'bedrock',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        ...shared,
        name: 'awsChatBedrock',
        label: 'AWS Bedrock',
        version: 6.1,
        type: 'AWSChatBedrock',
        description: 'Chat models of many makers in an account of AWS',
        inputs: [
          cacheInput,
          regionInput,
          ...bedrockModelInputs,
          endpointHostInput,
          streamingInput,
          imagesInput([...IMAGES, 'application/pdf']),
          temperatureFrom(0.7),
          { ...maxTokensInput, name: 'max_tokens_to_sample', label: 'Max Tokens to Sample', default: 200 },
          flag('latencyOptimized', 'Latency Optimized', 'Asks for answers sooner, where the model can'),
          flag(
            'useGlobalEndpoint',
            'Use Global Endpoint',
            'Lets any region of the world answer, where the model can',
          ),
        ],
      }),
      provides: { chatModel },
      load: bedrockLists(BEDROCK_CHAT_MODELS),
      prices: BEDROCK_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        ...shared,
        name: 'AWSBedrockEmbeddings',
        label: 'AWS Bedrock Embedding',
        version: 5.1,
        type: 'AWSBedrockEmbeddings',
        description: 'Embeddings of Amazon and Cohere in an account of AWS',
        inputs: [
          regionInput,
          ...bedrockModelInputs.map((input) => ({ ...input, overridable: false })),
          endpointHostInput,
          {
            label: 'Cohere Input Type',
            name: 'inputType',
            type: 'options',
            options: PURPOSES.map((name) => ({ name, label: name })),
            description: 'What the vectors are for; models of Cohere ask for it',
            optional: true,
          },
          { ...batchSizeInput, default: 50 },
          {
            ...batchSizeInput,
            label: 'Max Retries',
            name: 'maxRetries',
            default: 5,
            description: 'Kept for imported flows: failed calls are tried again as the server is set up',
          },
        ],
      }),
      provides: { embedder: async () => (await import('./open-bedrock-embedder.ts')).openBedrockEmbedder },
      load: bedrockLists(BEDROCK_EMBEDDINGS),
      prices: BEDROCK_EMBEDDING_PRICES,
    }),
    defineNode({
      definition: llmDefinition({
        credentialName: 'awsApi',
        isCredentialOptional: true,
        name: 'awsBedrock',
        label: 'AWS Bedrock',
        version: 4,
        type: 'AWSBedrock',
        description: 'Models of Bedrock as a language model. Use the chat model of AWS Bedrock in new flows',
        inputs: [
          cacheInput,
          regionInput,
          ...bedrockModelInputs,
          temperatureFrom(0.7),
          { ...maxTokensInput, name: 'max_tokens_to_sample', label: 'Max Tokens to Sample', default: 200 },
        ],
      }),
      provides: { chatModel },
      load: bedrockLists(BEDROCK_CHAT_MODELS),
      prices: BEDROCK_PRICES,
    }),
    bedrockImages,
  ],
  credentials: [awsApiCredential],
}
