import { addQuery } from '@runnel/node-kit'
import { readGoogleAnswer } from '../google-answers.ts'
import { searchToolset } from '../search-toolset.ts'

/** Google, by SerpApi. */
export const serpAPIToolset = searchToolset({
  label: 'SerpApi',
  toolName: 'search',
  toolDescription: 'Searches Google, for what is new too. The input is a search query.',
  ask: (query) => ({
    url: addQuery('https://serpapi.com/search', { engine: 'google', output: 'json', q: query }),
  }),
  authorise: ({ serpApiKey = '' }) => ({ query: { api_key: serpApiKey } }),
  read: readGoogleAnswer,
})
