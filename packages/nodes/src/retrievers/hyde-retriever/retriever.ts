import type { JsonObject } from '@runnel/contract'
import { fillPlaces, type Retrieve, readNumber, readText } from '@runnel/node-kit'
import { askWiredModel } from '../ask-model.ts'
import { searchWiredStore } from '../wired-finders.ts'
import { PASSAGE_KINDS } from './kinds.ts'

const DEFAULT_LIMIT = 4

/** Finds what is like the passage that the model makes up for the query; like the query itself where it writes none. */
export const retrieveByPassage: Retrieve = async (component, { query, limit, filter }, call) => {
  const passage = await askWiredModel(component, composePrompt(component.values, query), call)
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  return searchWiredStore(component, { query: passage || query, filter, limit: chosen }, call)
}

function composePrompt(values: JsonObject, question: string): string {
  const own = readText(values, 'customPrompt')
  if (own.trim() !== '') return fillPlaces(own, { question })
  const kind = PASSAGE_KINDS.find(({ name }) => name === readText(values, 'promptKey')) ?? PASSAGE_KINDS[0]
  return `Write ${kind.wanted}. Give the passage alone, as it would stand there.\n\n${question}`
}
