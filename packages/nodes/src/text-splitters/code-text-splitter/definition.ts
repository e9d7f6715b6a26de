import { defineNode } from '@runnel/node-kit'
import { sizeInputs } from '../size-inputs.ts'
import { SEPARATORS } from './separators.ts'

/** Cuts code where its language parts it. */
export const codeTextSplitter = defineNode({
  definition: {
    name: 'codeTextSplitter',
    label: 'Code Text Splitter',
    version: 1,
    type: 'CodeTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description: 'Cuts source code into pieces where its language parts it',
    baseClasses: [
      'CodeTextSplitter',
      'RecursiveCharacterTextSplitter',
      'TextSplitter',
      'BaseDocumentTransformer',
      'Runnable',
    ],
    kind: 'component',
    effects: 'none',
    provides: ['textSplitter'],
    inputs: [
      {
        label: 'Language',
        name: 'language',
        type: 'options',
        overridable: true,
        options: Object.keys(SEPARATORS).map((name) => ({ label: name, name })),
      },
      ...sizeInputs,
    ],
  },
  provides: { textSplitter: async () => (await import('./text-splitter.ts')).splitCode },
})
