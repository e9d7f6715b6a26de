import { type Retrieve, readNumber } from '@runnel/node-kit'
import { searchWiredStore } from '../wired-finders.ts'

const DEFAULT_PERCENT = 80
const DEFAULT_MOST = 20

/** Those documents of a store whose score reaches the threshold. */
export const retrieveAboveThreshold: Retrieve = async (component, { query, limit, filter }, call) => {
  const { values } = component
  const least = (readNumber(values, 'minSimilarityScore') ?? DEFAULT_PERCENT) / 100
  const most = readNumber(values, 'maxK') ?? DEFAULT_MOST
  const search = { query, filter, limit: Math.min(most, limit ?? most) }
  const found = await searchWiredStore(component, search, call)
  return found.filter(({ score }) => score >= least)
}
