import { type CredentialType, defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  baseOptionsInput,
  cacheInput,
  IMAGES,
  imagesInput,
  keptInput,
  modelInput,
  SOUNDS,
  samplingInputs,
  soundsInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { batchSizeInput, embedderDefinition, embeddingTimeoutInput } from '../ai-sdk/embedder-definition.ts'
import { listKnownModels } from '../ai-sdk/list-known.ts'
import { reasoningInputs } from '../ai-sdk/reasoning-inputs.ts'
import { azureImages } from './azure-images.ts'
import { AZURE_PRICES } from './azure-prices.ts'
import { azureFoundryCredential, azureReranker } from './azure-reranker.ts'
import { azureCognitiveCredential, azureSpeech } from './azure-speech.ts'

const azureOpenAIApiCredential: CredentialType = {
  test: async (fields, at) => (await import('./test-azure-credential.ts')).testAzureCredential(fields, at),
  name: 'azureOpenAIApi',
  label: 'Azure OpenAI API',
  version: 1,
  inputs: [
    { label: 'Azure OpenAI API Key', name: 'azureOpenAIApiKey', type: 'password' },
    { label: 'Instance Name', name: 'azureOpenAIApiInstanceName', type: 'string' },
    { label: 'Deployment Name', name: 'azureOpenAIApiDeploymentName', type: 'string' },
    { label: 'API Version', name: 'azureOpenAIApiVersion', type: 'string', placeholder: '2024-10-21' },
  ],
}

const shared = { credentialName: 'azureOpenAIApi', sendsCredentialTo: ['basepath'] }
const addressInputs = [
  addressInput('basepath', 'https://my-instance.openai.azure.com/openai'),
  baseOptionsInput,
]

const listModels = async () =>
  listKnownModels(['gpt-4.1', 'gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini', 'gpt-5', 'o4-mini'])
const chatModel = async () => (await import('./open-azure-chat-model.ts')).openAzureChatModel

/** OpenAI's models on Azure: a deployment, which the credential names. */
export const azureProvider: Provider = {
  name: 'azure',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        ...shared,
        name: 'azureChatOpenAI',
        label: 'Azure OpenAI',
        version: 7.1,
        type: 'AzureChatOpenAI',
        description: 'A deployment of OpenAI’s chat models on Azure',
        inputs: [
          cacheInput,
          modelInput({ lists: true }),
          temperatureFrom(0.9),
          streamingInput,
          imagesInput(IMAGES),
          soundsInput(SOUNDS),
          ...reasoningInputs,
          ...samplingInputs,
          ...addressInputs,
        ],
      }),
      provides: { chatModel },
      load: { listModels },
      prices: AZURE_PRICES,
    }),
    defineNode({
      definition: llmDefinition({
        ...shared,
        name: 'azureOpenAI',
        label: 'Azure OpenAI',
        version: 4,
        type: 'AzureOpenAI',
        description:
          'A deployment on Azure as a language model. Use the chat model of Azure OpenAI in new flows',
        inputs: [
          cacheInput,
          modelInput({ lists: true }),
          temperatureFrom(0.9),
          ...samplingInputs,
          keptInput('bestOf', 'Best Of'),
          ...addressInputs,
        ],
      }),
      provides: { chatModel },
      load: { listModels },
      prices: AZURE_PRICES,
    }),
    defineNode({
      definition: embedderDefinition({
        ...shared,
        name: 'azureOpenAIEmbeddings',
        label: 'Azure OpenAI Embedding',
        version: 2,
        type: 'AzureOpenAIEmbeddings',
        description: 'A deployment of OpenAI’s embeddings on Azure',
        inputs: [{ ...batchSizeInput, default: 100 }, embeddingTimeoutInput, ...addressInputs],
      }),
      provides: { embedder: async () => (await import('./open-azure-embedder.ts')).openAzureEmbedder },
    }),
    azureSpeech,
    azureReranker,
    azureImages,
  ],
  credentials: [azureOpenAIApiCredential, azureCognitiveCredential, azureFoundryCredential],
}
