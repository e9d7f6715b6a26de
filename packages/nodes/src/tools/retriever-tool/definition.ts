import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that looks into documents. */
export const retrieverTool = defineNode({
  definition: toolDefinition({
    name: 'retrieverTool',
    label: 'Retriever Tool',
    version: 3,
    type: 'RetrieverTool',
    icon: 'IconDatabaseSearch',
    description: 'Looks up what documents say',
    baseClasses: ['RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'read',
    inputs: [
      {
        label: 'Retriever Name',
        name: 'name',
        type: 'string',
        description: 'What the model calls the tool',
        placeholder: 'search_state_of_union',
      },
      {
        label: 'Retriever Description',
        name: 'description',
        type: 'string',
        rows: 3,
        description: 'What the documents are about: the model decides by it when to look',
        placeholder: 'Searches the state-of-the-union address.',
      },
      { label: 'Retriever', name: 'retriever', type: 'BaseRetriever' },
      {
        label: 'Return Source Documents',
        name: 'returnSourceDocuments',
        type: 'boolean',
        description: 'Shows readers of the answer what was found',
        optional: true,
      },
      {
        label: 'Additional Metadata Filter',
        name: 'retrieverToolMetadataFilter',
        type: 'json',
        codeLanguage: 'filter',
        description: 'Only documents with these values are found',
        optional: true,
        acceptVariable: true,
        additionalParams: true,
        readAs: 'metadataFilter',
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).retrieverToolset },
})
