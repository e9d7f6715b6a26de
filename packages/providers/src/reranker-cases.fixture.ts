import type { JsonObject } from '@runnel/contract'
import type { FakeVendor } from './testing/chat-model-case.ts'
import { sendJson, startFakeVendor } from './testing/start-fake-vendor.ts'

const KEY = 'test-key-of-rerankers'

/** What the tests of the family need to know of one reranker. */
export interface RerankerCase {
  /** The node that provides it. */
  node: string
  /** Secret fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  /** Its other fields. */
  account?: Record<string, string>
  /** Where it means to send the calls. */
  host: string
  path: string
  /** Values of an author, and what of them stands in the body of the call. */
  settings: { values: JsonObject; body: JsonObject }
  limitField: string
  resultsField: string
}

/** A fake that orders texts by how many words of the query they hold, and tells them in no order. */
export function startFakeReranker({ path, limitField, resultsField }: RerankerCase): Promise<FakeVendor> {
  return startFakeVendor<Record<string, unknown>>({
    refuse: (call) => {
      if (call.headers.authorization !== `Bearer ${KEY}`) return { status: 401, message: 'Unauthorized' }
      if (call.path !== path) return { status: 404, message: `Not found: ${call.path}` }
      const { model, query, documents, [limitField]: limit } = call.body
      const isFit = model && query && Array.isArray(documents) && Number(limit) <= documents.length
      return isFit ? undefined : { status: 422, message: 'The body of the call does not fit.' }
    },
    describeRefusal: ({ message }) => ({ message }),
    write: (response, _answer, { body }) => {
      const words = String(body.query).split(' ')
      const order = (body.documents as string[])
        .map((text, index) => ({
          index,
          relevance_score: words.filter((word) => text.includes(word)).length / words.length,
        }))
        .toSorted((a, b) => b.relevance_score - a.relevance_score)
        .slice(0, Number(body[limitField]))
      sendJson(response, { [resultsField]: order.reverse() })
    },
  })
}

/** Every reranker of the catalogue. */
export const rerankerCases: RerankerCase[] = [
  {
    node: 'cohereRerankRetriever',
    credential: { cohereApiKey: KEY },
    host: 'api.cohere.com',
    path: '/v1/rerank',
    settings: {
      values: { model: 'rerank-english-v3.0', topK: 2, maxChunksPerDoc: 5 },
      body: { model: 'rerank-english-v3.0', top_n: 2, max_chunks_per_doc: 5 },
    },
    limitField: 'top_n',
    resultsField: 'results',
  },
  {
    node: 'AzureRerankRetriever',
    credential: { azureFoundryApiKey: KEY },
    account: { azureFoundryEndpoint: 'https://tea.services.ai.azure.com/' },
    host: 'tea.services.ai.azure.com',
    path: '/providers/cohere/v2/rerank',
    settings: {
      values: { model: 'Cohere-rerank-v4.0-pro', topK: 2, maxChunksPerDoc: 5 },
      body: { model: 'Cohere-rerank-v4.0-pro', top_n: 2, max_chunks_per_doc: 5 },
    },
    limitField: 'top_n',
    resultsField: 'results',
  },
  {
    node: 'JinaRerankRetriever',
    credential: { jinaAIAPIKey: KEY },
    host: 'api.jina.ai',
    path: '/v1/rerank',
    settings: {
      values: { model: 'jina-colbert-v2', topN: 2 },
      body: { model: 'jina-colbert-v2', top_n: 2 },
    },
    limitField: 'top_n',
    resultsField: 'results',
  },
  {
    node: 'voyageAIRerankRetriever',
    credential: { apiKey: KEY },
    account: { endpoint: 'https://api.voyageai.com/v1/embeddings' },
    host: 'api.voyageai.com',
    path: '/v1/rerank',
    settings: { values: { model: 'rerank-2', topK: 2 }, body: { model: 'rerank-2', top_k: 2 } },
    limitField: 'top_k',
    resultsField: 'data',
  },
]
