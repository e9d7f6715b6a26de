import { addQuery, listAt } from '@runnel/node-kit'
import { describeFindings } from '../describe-findings.ts'
import { searchToolset } from '../search-toolset.ts'

/** The web, by Brave. */
export const braveSearchAPIToolset = searchToolset({
  label: 'Brave Search',
  toolName: 'brave-search',
  toolDescription:
    'Searches the web, for what is new too. The input is a search query; the answer is a list of pages.',
  ask: (query) => ({
    url: addQuery('https://api.search.brave.com/res/v1/web/search', { q: query }),
    headers: { accept: 'application/json' },
  }),
  authorise: ({ braveApiKey = '' }) => ({ headers: { 'x-subscription-token': braveApiKey } }),
  read: (answer) =>
    describeFindings([], listAt(answer, 'web', 'results'), { link: 'url', snippet: 'description' }),
})
