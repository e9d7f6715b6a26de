import { type CredentialType, defineNode, testKey } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential: CredentialType = {
  test: (fields, at) =>
    testKey('googleCustomSearchApiKey', {
      url: 'https://www.googleapis.com/customsearch/v1?q=test&num=1',
      show: (key) => ({ query: { key, cx: fields.googleCustomSearchApiId?.trim() ?? '' } }),
    })(fields, at),
  name: 'googleCustomSearchApi',
  label: 'Google Custom Search API',
  version: 1,
  inputs: [
    { label: 'Google Custom Search API Key', name: 'googleCustomSearchApiKey', type: 'password' },
    { label: 'Programmable Search Engine ID', name: 'googleCustomSearchApiId', type: 'string' },
  ],
}

/** A tool that searches: Google, by a search engine of one's own. */
export const googleCustomSearch = defineNode({
  definition: searchDefinition({
    name: 'googleCustomSearch',
    label: 'Google Custom Search',
    version: 1,
    description: 'Searches Google by a search engine of your own',
    baseClasses: ['GoogleCustomSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).googleCustomSearchToolset },
})
