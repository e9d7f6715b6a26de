import { defineNode } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'
import { searXNGInputs } from './sear-xng-inputs.ts'

/** A tool that searches: SearXNG. */
export const searXNG = defineNode({
  definition: searchDefinition({
    name: 'searXNG',
    label: 'SearXNG',
    version: 3,
    description: 'Searches by a SearXNG server of your own',
    baseClasses: ['SearXNG', 'Tool', 'StructuredTool', 'Runnable'],
    inputs: searXNGInputs,
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).searXNGToolset },
})
