import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** A text that the author writes, as a document. */
export const plainText = defineNode({
  definition: loaderDefinition({
    name: 'plainText',
    label: 'Plain Text',
    version: 2,
    icon: 'IconFileText',
    description: 'A text of your own as a document',
    source: [
      {
        label: 'Text',
        name: 'text',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'What is known …',
      },
    ],
  }),
  provides: provideLoader(async () => (await import('./load.ts')).loadPlainText),
})
