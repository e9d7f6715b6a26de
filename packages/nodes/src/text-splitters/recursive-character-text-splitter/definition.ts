import { defineNode } from '@runnel/node-kit'
import { sizeInputs } from '../size-inputs.ts'

/** Cuts texts where they part by themselves: paragraphs, lines, words. */
export const recursiveCharacterTextSplitter = defineNode({
  definition: {
    name: 'recursiveCharacterTextSplitter',
    label: 'Recursive Character Text Splitter',
    version: 2,
    type: 'RecursiveCharacterTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description:
      'Cuts documents into pieces at paragraphs, then lines, then words, until each is small enough',
    baseClasses: ['RecursiveCharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
    kind: 'component',
    effects: 'none',
    suggested: true,
    provides: ['textSplitter'],
    inputs: [
      ...sizeInputs,
      {
        label: 'Custom Separators',
        name: 'separators',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: '["|", "##", ">"]',
        description: 'A JSON list of texts at which to cut, the coarsest first',
        additionalParams: true,
        optional: true,
      },
    ],
  },
  provides: {
    textSplitter: async () => (await import('./text-splitter.ts')).splitRecursively,
  },
})
