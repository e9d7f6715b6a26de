import { defineNode, keyCredential } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'

const credential = keyCredential('serperApi', {
  label: 'Serper API',
  field: 'serperApiKey',
  test: { url: 'https://google.serper.dev/account', show: (key) => ({ headers: { 'x-api-key': key } }) },
})

/** A tool that searches: Serper. */
export const serper = defineNode({
  definition: searchDefinition({
    name: 'serper',
    label: 'Serper',
    version: 1,
    description: 'Searches Google by Serper',
    baseClasses: ['Serper', 'Tool', 'StructuredTool', 'Runnable'],
    credential,
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).serperToolset },
})
