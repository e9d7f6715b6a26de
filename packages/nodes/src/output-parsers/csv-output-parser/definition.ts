import { defineNode } from '@runnel/node-kit'
import { autofixInput } from '../autofix-input.ts'

/** Reads values that commas part. */
export const csvOutputParser = defineNode({
  definition: {
    name: 'csvOutputParser',
    label: 'CSV Output Parser',
    version: 1,
    type: 'CSVListOutputParser',
    icon: 'IconTestPipe',
    category: 'Output Parsers',
    color: '#84A98C',
    description: 'Makes the answer of a model a list, parted by commas',
    baseClasses: ['CSVListOutputParser', 'BaseLLMOutputParser', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['outputParser'],
    inputs: [autofixInput],
  },
  provides: { outputParser: async () => (await import('./output-parser.ts')).csvOutputParserCapability },
})
