import { type Retrieve, readNumber } from '@runnel/node-kit'
import { memoryVectorStoreCapability } from './vector-store.ts'

const DEFAULT_LIMIT = 4

/** Finds what fits the query. */
export const retrieveFromMemory: Retrieve = (component, { query, limit, filter }, call) => {
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  return memoryVectorStoreCapability.search(
    component,
    { query, limit: Math.max(1, Math.floor(chosen)), ...(filter && { filter }) },
    call,
  )
}
