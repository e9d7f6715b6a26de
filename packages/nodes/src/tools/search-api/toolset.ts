import { addQuery } from '@runnel/node-kit'
import { readGoogleAnswer } from '../google-answers.ts'
import { searchToolset } from '../search-toolset.ts'

/** Google, by SearchApi. */
export const searchAPIToolset = searchToolset({
  label: 'SearchApi',
  toolName: 'search',
  toolDescription: 'Searches Google, for what is new too. The input is a search query.',
  ask: (query) => ({
    url: addQuery('https://www.searchapi.io/api/v1/search', { engine: 'google', q: query }),
  }),
  authorise: ({ searchApiKey = '' }) => ({ headers: { authorization: `Bearer ${searchApiKey}` } }),
  read: readGoogleAnswer,
})
