import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'
import { tavilyInputs } from './tavily-inputs.ts'

const credential = keyCredential('tavilyApi', {
  label: 'Tavily API',
  field: 'tavilyApiKey',
  test: { url: 'https://api.tavily.com/usage' },
  version: 1.1,
})

/** A tool that searches: Tavily API. */
export const tavilyAPI = defineNode({
  definition: searchDefinition({
    name: 'tavilyAPI',
    label: 'Tavily API',
    version: 1.2,
    description: 'Searches the web for what a model can read, by Tavily',
    baseClasses: ['TavilyAPI', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
    inputs: tavilyInputs,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).tavilyAPIToolset },
})
