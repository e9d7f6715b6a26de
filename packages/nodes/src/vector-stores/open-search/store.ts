import { readServerBase, readText } from '@runnel/node-kit'
import { basicHeader } from '../key-header.ts'
import { searchIndexStore } from '../search-index.ts'

/** Indexes of OpenSearch, which the credential names. */
export const openSearchStore = searchIndexStore({
  address: () => '',
  authorise:
    () =>
    ({ openSearchUrl = '', user = '', password = '' }) => ({
      base: readServerBase(openSearchUrl, 'https://search.example.com:9200'),
      ...(user !== '' && { headers: { authorization: basicHeader(user, password) } }),
    }),
  settings: { index: { knn: true } },
  mapVector: (values, dimension) => {
    const engine = readText(values, 'engine') || 'lucene'
    const space = readText(values, 'spaceType') || 'l2'
    return { type: 'knn_vector', dimension, method: { name: 'hnsw', engine, space_type: space } }
  },
  dimensionsKey: 'dimension',
  query: ({ vector, limit }, filter) => {
    const near = { vector, k: limit, ...(filter.length > 0 && { filter: { bool: { filter } } }) }
    return { query: { knn: { embedding: near } } }
  },
})
