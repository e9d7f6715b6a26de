import { defineNode } from '@runnel/node-kit'

/** A tool that computes. */
export const calculator = defineNode({
  definition: {
    name: 'calculator',
    label: 'Calculator',
    version: 1,
    type: 'Calculator',
    icon: 'IconCalculator',
    category: 'Tools',
    color: '#d4a373',
    description: 'Computes an arithmetic expression',
    baseClasses: ['Calculator', 'Tool', 'StructuredTool', 'BaseLangChain'],
    kind: 'component',
    effects: 'none',
    provides: ['toolset'],
    inputs: [],
  },
  provides: { toolset: async () => (await import('./toolset.ts')).calculatorToolset },
})
