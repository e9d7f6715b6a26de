import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('braveSearchApi', {
  label: 'Brave Search API',
  field: 'braveApiKey',
  test: {
    url: 'https://api.search.brave.com/res/v1/web/search?q=test&count=1',
    headers: { accept: 'application/json' },
    show: (key) => ({ headers: { 'x-subscription-token': key } }),
  },
})

/** A tool that searches: BraveSearch API. */
export const braveSearchAPI = defineNode({
  definition: searchDefinition({
    name: 'braveSearchAPI',
    label: 'BraveSearch API',
    version: 1,
    description: 'Searches the web by Brave',
    baseClasses: ['BraveSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).braveSearchAPIToolset },
})
