import { addQuery, listAt } from '@runnel/node-kit'
import { describeFindings } from '../describe-findings.ts'
import { searchToolset } from '../search-toolset.ts'

/** Google, by a search engine that the credential names. */
export const googleCustomSearchToolset = searchToolset({
  label: 'Google Custom Search',
  toolName: 'google-custom-search',
  toolDescription: 'Searches Google. The input is a search query; the answer is a list of pages.',
  ask: (query) => ({ url: addQuery('https://www.googleapis.com/customsearch/v1', { q: query }) }),
  authorise: ({ googleCustomSearchApiKey = '', googleCustomSearchApiId = '' }) => ({
    query: { key: googleCustomSearchApiKey, cx: googleCustomSearchApiId },
  }),
  read: (answer) => describeFindings([], listAt(answer, 'items')),
})
