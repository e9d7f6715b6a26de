import { defineNode } from '@runnel/node-kit'

/** A tool that finds documents. */
export const retrieverTool = defineNode({
  definition: {
    name: 'retrieverTool',
    label: 'Retriever Tool',
    version: 3,
    type: 'RetrieverTool',
    icon: 'IconSearch',
    category: 'Tools',
    color: '#b8bedd',
    description: 'Finds documents by their meaning, for a model that asks',
    baseClasses: ['RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
    kind: 'component',
    effects: 'read',
    provides: ['toolset'],
    inputs: [
      { label: 'Retriever Name', name: 'name', type: 'string', placeholder: 'search_state_of_union' },
      {
        label: 'Retriever Description',
        name: 'description',
        type: 'string',
        description: 'What can be found: the model decides by it when to call the tool',
        rows: 3,
      },
      { label: 'Retriever', name: 'retriever', type: 'BaseRetriever' },
      {
        label: 'Return Source Documents',
        name: 'returnSourceDocuments',
        type: 'boolean',
        description: 'Shows what was found with the answer',
        optional: true,
      },
    ],
  },
  provides: { toolset: async () => (await import('./toolset.ts')).retrieverToolset },
})
