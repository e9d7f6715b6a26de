import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type Rerank, readText } from '@runnel/node-kit'
import { type AskedVendor, askVendor, readJson } from './ask-vendor.ts'

/** A vendor that orders texts, as data: where it is, what it is asked, and where its order stands. */
export interface RerankVendor extends AskedVendor {
  path: string
  initialModel: string
  /** The name under which it is told how many are wanted. */
  limitField: 'top_n' | 'top_k'
  /** The field of its answer that holds the order. */
  resultsField: 'results' | 'data'
  /** What else stands in the body. */
  more?: (values: JsonObject) => JsonObject
}

/** Makes the work of a vendor that orders texts by how well they answer a query. */
export function openReranker(home: RerankVendor): Rerank {
  return async ({ values }, vendor, { query, texts, limit, signal }) => {
    const model = readText(values, 'model') || home.initialModel
    const asked = { values: { ...values, model }, vendor, signal }
    const { result } = await askVendor(home, asked, async ({ baseURL, apiKey, send }) => {
      const answer = await send(`${baseURL}${home.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          query,
          documents: texts,
          [home.limitField]: limit,
          return_documents: false,
          ...home.more?.(values),
        }),
      })
      return readOrder((await readJson(answer))[home.resultsField], texts.length)
    })
    return result.toSorted((a, b) => b.score - a.score).slice(0, limit)
  }
}

function readOrder(results: JsonValue | undefined, count: number): { index: number; score: number }[] {
  if (!Array.isArray(results) || results.length === 0) throw new Error('It holds no order.')
  const seen = new Set<number>()
  return results.map((result) => {
    const { index, relevance_score: score } = isJsonObject(result) ? result : {}
    const isSent = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
    if (!isSent) throw new Error('Its order names a text that was not sent.')
    if (seen.has(index)) throw new Error('Its order names one text twice.')
    if (!Number.isFinite(score)) throw new Error('Its order has a score that is no number.')
    seen.add(index)
    return { index, score: Math.min(1, Math.max(0, Number(score))) }
  })
}
