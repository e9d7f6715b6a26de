import type { CallContext, RetrieveRequest } from '../call-context.ts'
import type { Component } from '../component.ts'
import type { FoundDocument } from '../document.ts'
import { readNumber } from '../read-values.ts'

/** So many times the wanted passages are found for a node that puts them into a better order; at most. */
const FOUND_FOR_ONE = 4
const MOST_FOUND = 100
const USUALLY_WANTED = 4

/** A store and the node that orders what is found there. */
export interface OrderedStore {
  /** With the output of a retriever. */
  retriever: Component
  reranker: Component
}

/** How many passages a node that orders them keeps; undefined where it keeps all. */
function readKept({ values }: Component): number | undefined {
  return readNumber(values, 'topN') ?? readNumber(values, 'topK')
}

/**
 * What a store finds, in the order of another node: four times as many passages are found, and the best ones kept, as many as
 * are asked for, else as that node says, else as the store says. Scores are those of that node, from 0 to 1.
 */
export async function findInOrder(
  { retriever, reranker }: OrderedStore,
  { query, limit, filter }: RetrieveRequest,
  call: CallContext,
): Promise<FoundDocument[]> {
  const { values } = retriever
  const own = limit ?? readKept(reranker) ?? readNumber(values, 'topK') ?? readNumber(values, 'K')
  const wanted = Math.max(1, Math.floor(own ?? USUALLY_WANTED))
  const found = await call.retrieve(retriever, {
    query,
    limit: Math.max(wanted, Math.min(MOST_FOUND, wanted * FOUND_FOR_ONE)),
    ...(filter && { filter }),
  })
  return putInOrder(found, { reranker, query, limit: wanted }, call)
}

/** The best of some passages, as a node orders them. */
export async function putInOrder(
  found: readonly FoundDocument[],
  { reranker, query, limit }: { reranker: Component; query: string; limit: number },
  call: CallContext,
): Promise<FoundDocument[]> {
  if (found.length === 0) return []
  const texts = found.map(({ pageContent }) => pageContent)
  const order = await call.rerank(reranker, { query, texts, limit: Math.min(limit, texts.length) })
  return order.slice(0, limit).flatMap(({ index, score }) => {
    const document = found[index]
    return document ? [{ ...document, score }] : []
  })
}
