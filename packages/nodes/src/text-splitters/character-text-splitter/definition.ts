import { defineNode } from '@runnel/node-kit'
import { sizeInputs } from '../size-inputs.ts'

/** Cuts texts at one separator. */
export const characterTextSplitter = defineNode({
  definition: {
    name: 'characterTextSplitter',
    label: 'Character Text Splitter',
    version: 1,
    type: 'CharacterTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description: 'Cuts documents into pieces at one separator',
    baseClasses: ['CharacterTextSplitter', 'TextSplitter', 'BaseDocumentTransformer', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['textSplitter'],
    inputs: [
      ...sizeInputs,
      {
        label: 'Custom Separator',
        name: 'separator',
        type: 'string',
        overridable: true,
        placeholder: ' ',
        description: 'Where to cut; empty means an empty line',
        optional: true,
      },
    ],
  },
  provides: { textSplitter: async () => (await import('./text-splitter.ts')).splitAtSeparator },
})
