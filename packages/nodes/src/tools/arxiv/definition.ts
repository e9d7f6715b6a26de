import { defineNode } from '@runnel/node-kit'
import { searchDefinition } from '../search-definition.ts'
import { arxivInputs } from './arxiv-inputs.ts'

/** A tool that searches: Arxiv. */
export const arxiv = defineNode({
  definition: searchDefinition({
    name: 'arxiv',
    label: 'Arxiv',
    version: 1,
    description: 'Finds scientific articles on arXiv',
    baseClasses: ['Arxiv', 'Tool', 'StructuredTool', 'Runnable'],
    inputs: arxivInputs,
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).arxivToolset },
})
