import { type Retrieve, readNumber } from '@runnel/node-kit'
import { embeddedStore } from './embedded-store.ts'

const DEFAULT_LIMIT = 4

/** Finds what fits the query. */
export const retrieveFromEmbedded: Retrieve = (component, { query, limit, filter }, call) => {
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  return embeddedStore.search(
    component,
    { query, limit: Math.max(1, Math.floor(chosen)), ...(filter && { filter }) },
    call,
  )
}
