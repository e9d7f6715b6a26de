import { RunnelError } from '@runnel/contract'
import { readNumber } from '@runnel/node-kit'
import { openReranker } from '../ai-sdk/open-reranker.ts'

const PATH = '/providers/cohere/v2/rerank'

/** Orders texts by a model of Cohere that is deployed on Azure. */
export const rerankByAzure = openReranker({
  label: 'Azure AI Foundry',
  baseURLOf: ({ azureFoundryEndpoint = '' }) => {
    const address = azureFoundryEndpoint.trim().replace(/(?<!\/)\/+$/, '')
    if (address === '') return undefined
    if (!URL.canParse(address) || !/^https?:/.test(address)) {
      throw new RunnelError(
        'invalid_input',
        'The endpoint in the credential of Azure Foundry is no web address. Write it as https://my-resource.services.ai.azure.com.',
      )
    }
    return address.endsWith('/rerank') ? address : `${new URL(address).origin}${PATH}`
  },
  key: { field: 'azureFoundryApiKey', needed: 'always' },
  path: '',
  initialModel: 'Cohere-rerank-v4.0-fast',
  limitField: 'top_n',
  resultsField: 'results',
  more: (values) => {
    const chunks = readNumber(values, 'maxChunksPerDoc')
    return chunks === undefined ? {} : { max_chunks_per_doc: chunks }
  },
})
