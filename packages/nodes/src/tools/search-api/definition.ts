import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('searchApi', {
  label: 'Search API',
  field: 'searchApiKey',
  test: { url: 'https://www.searchapi.io/api/v1/me' },
})

/** A tool that searches: SearchApi. */
export const searchAPI = defineNode({
  definition: searchDefinition({
    name: 'searchAPI',
    label: 'SearchApi',
    version: 1,
    description: 'Searches Google by SearchApi',
    baseClasses: ['SearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).searchAPIToolset },
})
