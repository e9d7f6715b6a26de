import { readServerBase, readText } from '@runnel/node-kit'
import { basicHeader, keyHeader } from '../key-header.ts'
import { searchIndexStore } from '../search-index.ts'
import { ELASTIC_EXAMPLE, readCloud } from './read-cloud.ts'

/** Indexes of Elasticsearch. The credential holds its address, or the ID with which Elastic Cloud names it. */
export const elasticsearchStore = searchIndexStore({
  address: () => '',
  authorise: () => async (fields, request) => {
    const { endpoint, cloudId = '', username = '', password = '' } = fields
    if (endpoint !== undefined) {
      const key = keyHeader('apiKey', 'authorization', 'ApiKey')
      return { ...(await key(fields, request)), base: readServerBase(endpoint, ELASTIC_EXAMPLE) }
    }
    return { headers: { authorization: basicHeader(username, password) }, base: readCloud(cloudId.trim()) }
  },
  mapVector: (values, dims) => {
    const similarity = readText(values, 'similarity') || 'l2_norm'
    return { type: 'dense_vector', dims, index: true, similarity }
  },
  dimensionsKey: 'dims',
  query: ({ vector, limit }, filter) => {
    // Elasticsearch looks at ten thousand candidates at most.
    const candidates = Math.min(10_000, Math.max(100, limit * 10))
    const knn = { field: 'embedding', query_vector: vector, k: limit, num_candidates: candidates }
    return { knn: { ...knn, ...(filter.length > 0 && { filter }) } }
  },
})
