import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('serpApi', {
  label: 'Serp API',
  field: 'serpApiKey',
  test: { url: 'https://serpapi.com/account', show: (key) => ({ query: { api_key: key } }) },
})

/** A tool that searches: Serp API. */
export const serpAPI = defineNode({
  definition: searchDefinition({
    name: 'serpAPI',
    label: 'Serp API',
    version: 1,
    description: 'Searches Google by SerpApi',
    baseClasses: ['SerpAPI', 'Tool', 'StructuredTool'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).serpAPIToolset },
})
