import { fuseRankings, type Retrieve, readNumber } from '@runnel/node-kit'
import { askWiredModel, readQueries } from '../ask-model.ts'
import { getWired } from '../wired-finders.ts'

const DEFAULT_COUNT = 4
const MOST_QUERIES = 20
const DEFAULT_C = 60

/** What the base retriever finds for the query and for other wordings of it, fused. */
export const retrieveFused: Retrieve = async (component, { query, limit, filter }, call) => {
  const { values } = component
  const base = getWired(component, call, ['baseRetriever', 'retriever'])
  const wanted = Math.floor(readNumber(values, 'queryCount') ?? DEFAULT_COUNT)
  const count = Math.min(MOST_QUERIES, Math.max(1, wanted))
  const prompt = `Write ${count} other search queries that look for the same as the one below, each on a line of its own and nothing else.\n\n${query}`
  const others = readQueries(await askWiredModel(component, prompt, call), count)
  const rankings = await call.each([...new Set([query, ...others])], (each, inner) =>
    inner.retrieve(base, { query: each, ...(filter && { filter }) }),
  )
  const c = Math.max(1, readNumber(values, 'c') ?? DEFAULT_C)
  const fused = fuseRankings(rankings, c, call)
  const most = Math.min(limit ?? fused.length, readNumber(values, 'topK') ?? fused.length)
  return fused.slice(0, Math.max(1, Math.floor(most)))
}
