import { openReranker } from '../ai-sdk/open-reranker.ts'

/** Orders texts by Voyage AI; the address in its credential is that of the embeddings. */
export const rerankByVoyage = openReranker({
  label: 'Voyage AI',
  baseURL: 'https://api.voyageai.com/v1',
  key: { field: 'apiKey', needed: 'always' },
  path: '/rerank',
  initialModel: 'rerank-lite-1',
  limitField: 'top_k',
  resultsField: 'data',
})
