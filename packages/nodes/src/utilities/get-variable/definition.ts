import { defineNode } from '@runnel/node-kit'
import { valueOutput } from '../function-inputs.ts'

/** Gives a value that was kept under a name. */
export const getVariable = defineNode({
  definition: {
    name: 'getVariable',
    label: 'Get Variable',
    version: 2,
    type: 'GetVariable',
    icon: 'IconDatabaseSearch',
    category: 'Utilities',
    tags: ['Utilities'],
    color: '#E4B7FF',
    description: 'Gives a value that Set Variable kept earlier in the same run',
    baseClasses: ['GetVariable', 'Utilities'],
    kind: 'step',
    effects: 'none',
    inputs: [
      {
        label: 'Variable Name',
        name: 'variableName',
        readAs: 'wantedVariable',
        identifies: true,
        type: 'string',
        placeholder: 'var1',
      },
    ],
    outputs: [valueOutput],
  },
  run: async () => (await import('./run.ts')).runGetVariable,
})
