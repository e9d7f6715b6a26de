import { type Retrieve, readNumber } from '@runnel/node-kit'
import { memoryVectorStoreCapability, takeInWired } from './vector-store.ts'

const DEFAULT_LIMIT = 4

/** Takes in what is wired and not there yet, then finds what fits the query. */
export const retrieveFromMemory: Retrieve = async (component, { query, limit, filter }, call) => {
  await takeInWired(component, call)
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  return memoryVectorStoreCapability.search(
    component,
    { query, limit: Math.max(1, Math.floor(chosen)), ...(filter && { filter }) },
    call,
  )
}
