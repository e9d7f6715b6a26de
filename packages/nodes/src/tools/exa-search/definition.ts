import { defineNode, keyCredential, postingJson } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'
import { exaInputs } from './exa-inputs.ts'

const credential = keyCredential('exaSearchApi', {
  label: 'Exa Search API',
  field: 'exaSearchApiKey',
  test: {
    ...postingJson('https://api.exa.ai/search', { query: 'test', numResults: 1 }),
    show: (key) => ({ headers: { 'x-api-key': key } }),
  },
})

/** A tool that searches: Exa Search. */
export const exaSearch = defineNode({
  definition: searchDefinition({
    name: 'exaSearch',
    label: 'Exa Search',
    version: 1.1,
    description: 'Searches the web by meaning, by Exa',
    baseClasses: ['ExaSearch', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
    inputs: exaInputs,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).exaSearchToolset },
})
