import { defineNode } from '@runnel/node-kit'
import { tokenSizeInputs } from '../size-inputs.ts'

/** Cuts texts by their tokens. */
export const tokenTextSplitter = defineNode({
  definition: {
    name: 'tokenTextSplitter',
    label: 'Token Text Splitter',
    version: 1,
    type: 'TokenTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description: 'Cuts documents into pieces of as many tokens as you say',
    baseClasses: ['TokenTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['textSplitter'],
    inputs: [
      {
        label: 'Encoding Name',
        name: 'encodingName',
        type: 'options',
        description: 'Kept for imported flows: tokens are counted as GPT-4 does',
        options: ['gpt2', 'r50k_base', 'p50k_base', 'p50k_edit', 'cl100k_base'].map((name) => ({
          label: name,
          name,
        })),
        default: 'gpt2',
      },
      ...tokenSizeInputs,
    ],
  },
  provides: { textSplitter: async () => (await import('./text-splitter.ts')).splitByTokens },
})
