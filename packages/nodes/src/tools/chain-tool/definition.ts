import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that runs a chain of the same flow. */
export const chainTool = defineNode({
  definition: toolDefinition({
    name: 'chainTool',
    label: 'Chain Tool',
    version: 1,
    type: 'ChainTool',
    icon: 'IconLink',
    description: 'Runs the chain or agent that is connected to it, and gives its answer',
    baseClasses: ['ChainTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'none',
    inputs: [
      { label: 'Chain Name', name: 'name', type: 'string', placeholder: 'answer_about_tea' },
      {
        label: 'Chain Description',
        name: 'description',
        type: 'string',
        rows: 3,
        placeholder: 'Answers questions about tea. The input is one full question.',
        description: 'What the tool does: the model decides by it when to call it',
      },
      {
        label: 'Return Direct',
        name: 'returnDirect',
        type: 'boolean',
        description: 'The answer of the chain is the answer of the agent, when it is the only tool called',
        optional: true,
      },
      { label: 'Base Chain', name: 'baseChain', type: 'BaseChain' },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).chainToolset },
})
