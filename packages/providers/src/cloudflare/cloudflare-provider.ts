import { defineNode, type Provider } from '@runnel/node-kit'
import { chatModelDefinition } from '../ai-sdk/chat-definition.ts'
import {
  addressInput,
  maxTokensInput,
  modelInput,
  streamingInput,
  temperatureFrom,
} from '../ai-sdk/chat-inputs.ts'
import { embedderDefinition, embeddingModelInput } from '../ai-sdk/embedder-definition.ts'
import { testCloudflareCredential } from './test-cloudflare-credential.ts'

/** Cloudflare Workers AI. */
export const cloudflareProvider: Provider = {
  name: 'cloudflare',
  nodes: [
    defineNode({
      definition: chatModelDefinition({
        name: 'chatCloudflareWorkersAI',
        label: 'Cloudflare Workers AI',
        version: 1,
        type: 'ChatCloudflareWorkersAI',
        description: 'Open models on Cloudflare’s network',
        credentialName: 'cloudflareApi',
        sendsCredentialTo: ['baseUrl'],
        inputs: [
          modelInput({ name: 'model', initial: '@cf/meta/llama-3.3-70b-instruct-fp8-fast' }),
          temperatureFrom(0.6),
          streamingInput,
          maxTokensInput,
          addressInput('baseUrl', 'https://gateway.ai.cloudflare.com/v1/account/gateway/workers-ai/v1'),
        ],
      }),
      provides: {
        chatModel: async () => (await import('./open-cloudflare-chat-model.ts')).openCloudflareChatModel,
      },
    }),
    defineNode({
      definition: embedderDefinition({
        name: 'cloudflareWorkersAIEmbeddings',
        label: 'Cloudflare Workers AI Embedding',
        version: 1,
        type: 'CloudflareWorkersAIEmbeddings',
        description: 'Embeddings of open models on Cloudflare’s network',
        credentialName: 'cloudflareApi',
        sendsCredentialTo: ['baseUrl'],
        inputs: [
          embeddingModelInput({ initial: '@cf/baai/bge-base-en-v1.5' }),
          addressInput('baseUrl', 'https://gateway.ai.cloudflare.com/v1/account/gateway/workers-ai/v1'),
        ],
      }),
      provides: {
        embedder: async () => (await import('./open-cloudflare-embedder.ts')).openCloudflareEmbedder,
      },
    }),
  ],
  credentials: [
    {
      test: testCloudflareCredential,
      name: 'cloudflareApi',
      label: 'Cloudflare API',
      version: 1,
      inputs: [
        { label: 'Cloudflare Account ID', name: 'cloudflareAccountId', type: 'string' },
        { label: 'Cloudflare API Token', name: 'cloudflareApiToken', type: 'password' },
      ],
    },
  ],
}
