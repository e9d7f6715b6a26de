import { RunnelError } from '@runnel/contract'
import { readServerBase, readText } from '@runnel/node-kit'
import { basicHeader, keyHeader } from '../key-header.ts'
import { searchIndexStore } from '../search-index.ts'

const EXAMPLE = 'https://my-deployment.es.eu-west-1.aws.elastic.cloud'

/** Indexes of Elasticsearch. The credential holds its address, or the ID with which Elastic Cloud names it. */
export const elasticsearchStore = searchIndexStore({
  address: () => '',
  authorise: () => async (fields, request) => {
    const { endpoint, cloudId = '', username = '', password = '' } = fields
    if (endpoint !== undefined) {
      const key = keyHeader('apiKey', 'authorization', 'ApiKey')
      return { ...(await key(fields, request)), base: readServerBase(endpoint, EXAMPLE) }
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

/** The address that an ID of Elastic Cloud stands for (`name:` and base64 of `host$id$…`); an address stands for itself. */
function readCloud(id: string): string {
  if (/^https?:\/\//i.test(id)) return readServerBase(id, EXAMPLE)
  const [domain = '', server = ''] = decode(id.slice(id.lastIndexOf(':') + 1)).split('$')
  const [host = '', port] = domain.split(':')
  const isHost = /^[\w-]+(?:\.[\w-]+)+$/.test(host) && /^[\w-]+$/.test(server)
  if (isHost) return `https://${server}.${host}${port && /^\d+$/.test(port) ? `:${port}` : ''}`
  throw new RunnelError(
    'missing_credential',
    'The credential has no ID of Elastic Cloud. Copy it whole from the page of the deployment.',
  )
}

function decode(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text))
  } catch {
    return ''
  }
}
