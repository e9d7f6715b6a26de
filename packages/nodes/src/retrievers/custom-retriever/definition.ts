import { defineNode, provideRetriever, retrieverDefinition, vectorStoreInput } from '@runnel/node-kit'

/** A retriever that writes what it finds in a form of the author's own. */
export const customRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'customRetriever',
    label: 'Custom Retriever',
    version: 1,
    type: 'CustomRetriever',
    description: 'Finds documents of a store and writes each in a form of your own',
    anchors: [vectorStoreInput],
    settings: [
      {
        label: 'Result Format',
        name: 'resultFormat',
        type: 'string',
        rows: 4,
        default: '{{context}}\nSource: {{metadata.source}}',
        description: '{{context}} is the text of a document, {{metadata.name}} what is known of it',
      },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        placeholder: '4',
        description: 'How many documents are found; 4 when empty',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: provideRetriever(async () => (await import('./retriever.ts')).retrieveFormatted),
})
