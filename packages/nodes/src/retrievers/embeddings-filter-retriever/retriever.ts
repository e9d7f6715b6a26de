import { cosine, type Retrieve, readNumber } from '@runnel/node-kit'
import { getWired } from '../wired-finders.ts'

const DEFAULT_MOST = 20

/** Of what the base retriever finds, the documents that are like the query, the most alike first. */
export const retrieveAlike: Retrieve = async (component, { query, limit, filter }, call) => {
  const base = getWired(component, call, ['baseRetriever', 'retriever'])
  const embedder = getWired(component, call, ['embeddings', 'embedder'])
  const found = await call.retrieve(base, { query, ...(filter && { filter }) })
  if (found.length === 0) return []
  const [asked = [], ...vectors] = await call.embed(embedder, [
    query,
    ...found.map(({ pageContent }) => pageContent),
  ])
  const least = readNumber(component.values, 'similarityThreshold') ?? -1
  const most = readNumber(component.values, 'k') ?? DEFAULT_MOST
  return found
    .map((document, index) => ({ ...document, score: cosine(asked, vectors[index] ?? []) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(1, Math.floor(Math.min(most, limit ?? most))))
}
