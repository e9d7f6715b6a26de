import { defineNode } from '@runnel/node-kit'
import { loaderOutputs, metadataInputs, splitterInput } from '../loader-inputs.ts'

/** A text that the author writes, as a document. */
export const plainText = defineNode({
  definition: {
    name: 'plainText',
    label: 'Plain Text',
    version: 2,
    type: 'Document',
    icon: 'IconFileText',
    category: 'Document Loaders',
    description: 'A text of your own as a document',
    baseClasses: ['Document'],
    kind: 'component',
    effects: 'none',
    inputs: [
      {
        label: 'Text',
        name: 'text',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'What is known …',
      },
      splitterInput,
      ...metadataInputs,
    ],
    outputs: loaderOutputs,
  },
  provides: {
    documentSource: async () => (await import('./document-source.ts')).loadPlainText,
    text: async () => (await import('./text.ts')).readPlainText,
  },
})
