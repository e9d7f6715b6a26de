import { defineNode, provideRetriever, retrieverDefinition, vectorStoreInput } from '@runnel/node-kit'
import { FILTER_PROMPT } from './filter-prompt.ts'

/** A retriever that filters by what a question says of the documents. */
export const extractMetadataRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'extractMetadataRetriever',
    label: 'Extract Metadata Retriever',
    version: 1,
    type: 'ExtractMetadataRetriever',
    description:
      'Has a model read from the question which metadata documents must have, and finds those of a store',
    anchors: [vectorStoreInput, { label: 'Chat Model', name: 'model', type: 'BaseChatModel' }],
    settings: [
      {
        label: 'Prompt',
        name: 'dynamicMetadataFilterRetrieverPrompt',
        type: 'string',
        overridable: true,
        rows: 4,
        default: FILTER_PROMPT,
        description: 'Asks for the metadata; {query} is the question',
        additionalParams: true,
      },
      {
        label: 'JSON Structured Output',
        name: 'dynamicMetadataFilterRetrieverStructuredOutput',
        type: 'datagrid',
        description: 'The metadata that a question may speak of. What it does not speak of is not looked at',
        array: [
          { label: 'Key', name: 'key', type: 'string' },
          {
            label: 'Type',
            name: 'type',
            type: 'options',
            options: [
              { label: 'String', name: 'string' },
              { label: 'Number', name: 'number' },
              { label: 'Boolean', name: 'boolean' },
              { label: 'Enum', name: 'enum' },
            ],
          },
          { label: 'Enum Values', name: 'enumValues', type: 'string' },
          { label: 'Description', name: 'description', type: 'string' },
        ],
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        min: 1,
        placeholder: '4',
        description: 'How many documents are found; 4 when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveByMetadata),
})
