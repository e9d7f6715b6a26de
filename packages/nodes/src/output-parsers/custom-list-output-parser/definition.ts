import { defineNode } from '@runnel/node-kit'
import { autofixInput } from '../autofix-input.ts'

/** Reads items that a separator parts. */
export const customListOutputParser = defineNode({
  definition: {
    name: 'customListOutputParser',
    label: 'Custom List Output Parser',
    version: 1,
    type: 'CustomListOutputParser',
    icon: 'IconTestPipe',
    category: 'Output Parsers',
    color: '#84A98C',
    description: 'Makes the answer of a model a list, parted as you like',
    baseClasses: ['CustomListOutputParser', 'BaseOutputParser', 'BaseLLMOutputParser', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['outputParser'],
    inputs: [
      {
        label: 'Length',
        name: 'length',
        type: 'number',
        overridable: true,
        min: 1,
        description: 'How many items the list has; empty means any number',
        optional: true,
      },
      {
        label: 'Separator',
        name: 'separator',
        type: 'string',
        overridable: true,
        default: ',',
        description: 'What stands between two items',
        optional: true,
      },
      autofixInput,
    ],
  },
  provides: {
    outputParser: async () => (await import('./output-parser.ts')).customListOutputParserCapability,
  },
})
