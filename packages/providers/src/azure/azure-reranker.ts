import type { CredentialType } from '@runnel/node-kit'
import { maxChunksInput, rerankRetriever } from '../ai-sdk/rerank-retriever.ts'

/** A resource of Azure AI Foundry. */
export const azureFoundryCredential: CredentialType = {
  name: 'azureFoundryApi',
  untested: 'paid',
  label: 'Azure Foundry API',
  version: 1,
  inputs: [
    { label: 'Azure Foundry API Key', name: 'azureFoundryApiKey', type: 'password' },
    {
      label: 'Azure Foundry Endpoint',
      name: 'azureFoundryEndpoint',
      type: 'string',
      placeholder: 'https://my-resource.services.ai.azure.com/providers/cohere/v2/rerank',
      description: 'The address of the resource, or of its deployment of a model',
    },
  ],
}

/** The node that has models of Cohere on Azure put in order what another retriever finds. */
export const azureReranker = rerankRetriever({
  name: 'AzureRerankRetriever',
  type: 'Azure Rerank Retriever',
  credentialName: 'azureFoundryApi',
  label: 'Azure Rerank Retriever',
  description: 'Models of Cohere on Azure put what another retriever finds in order, the best first',
  models: [
    'Cohere-rerank-v4.0-fast',
    'Cohere-rerank-v4.0-pro',
    'rerank-v3.5',
    'rerank-english-v3.0',
    'rerank-multilingual-v3.0',
  ],
  most: { name: 'topK' },
  settings: [maxChunksInput],
  rerank: async () => (await import('./open-azure-reranker.ts')).rerankByAzure,
})
