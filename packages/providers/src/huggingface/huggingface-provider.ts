import { defineNode, keyCredential, type Provider } from '@runnel/node-kit'
import { chatModelDefinition, llmDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  cacheInput,
  frequencyPenaltyInput,
  maxTokensInput,
  modelInput,
  stopSequenceInput,
  streamingInput,
  temperatureInput,
  topPInput,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'

const chatModel = async () => (await import('./open-huggingface-chat-model.ts')).openHuggingFaceChatModel

/** HuggingFace. */
export const huggingFaceProvider: Provider = {
  name: 'huggingface',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatHuggingFace',
        label: 'HuggingFace',
        version: 3,
        type: 'ChatHuggingFace',
        description:
          'Open models through the inference providers of Hugging Face, or an endpoint of one’s own',
        credentialName: 'huggingFaceApi',
        sendsCredentialTo: ['endpoint'],
        inputs: [
          cacheInput,
          modelInput({ name: 'model' }),
          addressInput('endpoint', 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud/v1'),
          temperatureInput,
          streamingInput,
          maxTokensInput,
          topPInput,
          { ...topPInput, label: 'Top K', name: 'hfTopK', step: 1 },
          frequencyPenaltyInput,
          { ...stopSequenceInput, name: 'stop' },
        ],
      }),
      provides: { chatModel },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'huggingFaceInferenceEmbeddings',
        label: 'HuggingFace Inference Embedding',
        version: 1,
        type: 'HuggingFaceInferenceEmbeddings',
        description: 'Embeddings of open models that Hugging Face serves, or of an endpoint of one’s own',
        credentialName: 'huggingFaceApi',
        sendsCredentialTo: ['endpoint'],
        inputs: [
          { ...embeddingModelInput({ initial: 'BAAI/bge-base-en-v1.5' }), optional: true },
          {
            ...addressInput('endpoint', 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud'),
            description: 'Address of an endpoint of one’s own, which has one model',
          },
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-huggingface-embedder.ts')).openHuggingFaceEmbedder,
      },
    }),
    defineNode({
      definition: llmDefinition({
        name: 'huggingFaceInference_LLMs',
        label: 'HuggingFace Inference',
        version: 2,
        type: 'HuggingFaceInference',
        description: 'Open models as a language model. Use the chat model of HuggingFace in new flows',
        credentialName: 'huggingFaceApi',
        sendsCredentialTo: ['endpoint'],
        inputs: [
          cacheInput,
          modelInput({ name: 'model' }),
          addressInput('endpoint', 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud/v1'),
          temperatureInput,
          maxTokensInput,
          topPInput,
          { ...topPInput, label: 'Top K', name: 'hfTopK', step: 1 },
          frequencyPenaltyInput,
        ],
      }),
      provides: { chatModel },
    }),
  ],
  credentials: [
    keyCredential('huggingFaceApi', {
      label: 'HuggingFace API',
      field: 'huggingFaceApiKey',
      test: { url: 'https://huggingface.co/api/whoami-v2' },
    }),
  ],
}
