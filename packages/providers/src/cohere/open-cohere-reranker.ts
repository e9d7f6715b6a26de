import { readNumber } from '@runnel/node-kit'
import { openReranker } from '../ai-sdk/open-reranker.ts'
import { COHERE_KEY } from './cohere-home.ts'

/** Orders texts by Cohere, whose first version alone takes texts in chunks. */
export const rerankByCohere = openReranker({
  label: 'Cohere',
  baseURL: 'https://api.cohere.com/v1',
  key: COHERE_KEY,
  path: '/rerank',
  initialModel: 'rerank-v3.5',
  limitField: 'top_n',
  resultsField: 'results',
  more: (values) => {
    const chunks = readNumber(values, 'maxChunksPerDoc')
    return chunks === undefined ? {} : { max_chunks_per_doc: chunks }
  },
})
