import { openReranker } from '../ai-sdk/open-reranker.ts'

/** Orders texts by Jina AI. */
export const rerankByJina = openReranker({
  label: 'Jina AI',
  baseURL: 'https://api.jina.ai/v1',
  key: { field: 'jinaAIAPIKey', needed: 'always' },
  path: '/rerank',
  initialModel: 'jina-reranker-v2-base-multilingual',
  limitField: 'top_n',
  resultsField: 'results',
})
