import type { JsonObject, JsonValue } from './json-value.ts'

/** So many times the wanted passages are found for a node that puts them into a better order; at most. */
const FOUND_FOR_ONE = 4
const MOST_FOUND = 100
const USUALLY_WANTED = 4

/** A component, as far as its settings are read here. */
interface Configured {
  values: JsonObject
}

interface Passage {
  pageContent: string
  score: number
}

/** What finding and ordering go through: the call of a step. */
interface OrderingCall<Part extends Configured, Found extends Passage> {
  retrieve(retriever: Part, request: OrderedRequest): Promise<Found[]>
  rerank(
    reranker: Part,
    request: { query: string; texts: string[]; limit: number },
  ): Promise<{ index: number; score: number }[]>
}

interface OrderedRequest {
  query: string
  limit?: number
  filter?: JsonObject
}

/** How many passages a store or a node that orders them gives; undefined where it does not say. */
export function readPassageLimit({ values }: Configured): number | undefined {
  return [values.topN, values.topK, values.K].map(numberOf).find((limit) => limit !== undefined)
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const number = isNumber ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/**
 * What a retriever finds, in the order of another node: four times as many passages are found, and the best ones kept, as many as
 * are asked for, else as that node says, else as the retriever says. Scores are those of that node, from 0 to 1.
 */
export async function findInOrder<Part extends Configured, Found extends Passage>(
  { retriever, reranker }: { retriever: Part; reranker: Part },
  { query, limit, filter }: OrderedRequest,
  call: OrderingCall<Part, Found>,
): Promise<Found[]> {
  const own = limit ?? readPassageLimit(reranker) ?? readPassageLimit(retriever) ?? USUALLY_WANTED
  const wanted = Math.max(1, Math.floor(own))
  const found = await call.retrieve(retriever, {
    query,
    limit: Math.max(wanted, Math.min(MOST_FOUND, wanted * FOUND_FOR_ONE)),
    ...(filter && { filter }),
  })
  return putInOrder(found, { reranker, query, limit: wanted }, call)
}

/** The best of some passages, as a node orders them. */
export async function putInOrder<Part extends Configured, Found extends Passage>(
  found: readonly Found[],
  { reranker, query, limit }: { reranker: Part; query: string; limit: number },
  call: Pick<OrderingCall<Part, Found>, 'rerank'>,
): Promise<Found[]> {
  if (found.length === 0) return []
  const texts = found.map(({ pageContent }) => pageContent)
  const order = await call.rerank(reranker, { query, texts, limit: Math.min(limit, texts.length) })
  return order.slice(0, limit).flatMap(({ index, score }) => {
    const document = found[index]
    return document ? [{ ...document, score }] : []
  })
}
