import { fillPlaces, fuseRankings, type Retrieve, readText } from '@runnel/node-kit'
import { askWiredModel, readQueries } from '../ask-model.ts'
import { searchWiredStore } from '../wired-finders.ts'
import { QUERIES_PROMPT } from './queries-prompt.ts'

const OF_EACH = 4
const MOST_QUERIES = 10
/** What stands high in several rankings goes first. */
const C = 60

/** What a store has for the question and for other wordings of it, each document once. */
export const retrieveFromSides: Retrieve = async (component, { query, limit, filter }, call) => {
  const form = readText(component.values, 'modelPrompt').trim() || QUERIES_PROMPT
  const answer = await askWiredModel(component, fillPlaces(form, { question: query }), call)
  const queries = [...new Set([query, ...readQueries(answer, MOST_QUERIES)])]
  const rankings = await call.each(queries, (each, inner) =>
    searchWiredStore(component, { query: each, filter, limit: limit ?? OF_EACH }, inner),
  )
  const found = fuseRankings(rankings, C, call)
  return limit === undefined ? found : found.slice(0, limit)
}
