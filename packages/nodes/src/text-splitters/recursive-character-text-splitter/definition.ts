import { defineNode } from '@runnel/node-kit'

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
    provides: ['textSplitter'],
    inputs: [
      {
        label: 'Chunk Size',
        name: 'chunkSize',
        type: 'number',
        overridable: true,
        default: 1000,
        description: 'How many characters a piece has at most',
        optional: true,
      },
      {
        label: 'Chunk Overlap',
        name: 'chunkOverlap',
        type: 'number',
        overridable: true,
        default: 200,
        description: 'How many characters of a piece stand at the beginning of the next one again',
        optional: true,
      },
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
