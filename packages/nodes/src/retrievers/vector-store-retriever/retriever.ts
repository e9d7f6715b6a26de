import type { Retrieve } from '@runnel/node-kit'
import { searchWiredStore } from '../wired-finders.ts'

const DEFAULT_LIMIT = 4

/** Looks through the store that is wired to it. */
export const retrieveFromStore: Retrieve = (component, { limit = DEFAULT_LIMIT, ...search }, call) =>
  searchWiredStore(component, { ...search, limit }, call)
