import { defineNode } from '@runnel/node-kit'
import { VALUE_CLASSES, valueOutput } from '../function-inputs.ts'

/** Keeps a value under a name while a chat flow runs. */
export const setVariable = defineNode({
  definition: {
    name: 'setVariable',
    label: 'Set Variable',
    version: 2.1,
    type: 'SetVariable',
    icon: 'IconDatabase',
    category: 'Utilities',
    tags: ['Utilities'],
    color: '#E4B7FF',
    description: 'Keeps a value under a name, for Get Variable later in the same run',
    baseClasses: ['SetVariable', 'Utilities'],
    kind: 'step',
    effects: 'none',
    inputs: [
      { label: 'Input', name: 'input', type: VALUE_CLASSES.join(' | '), list: true, optional: true },
      {
        label: 'Variable Name',
        name: 'variableName',
        readAs: 'variableName',
        identifies: true,
        type: 'string',
        placeholder: 'var1',
      },
      {
        label: 'Show Output',
        name: 'showOutput',
        type: 'boolean',
        overridable: true,
        description: 'Callers of the flow are told the value beside the answer, as flowVariables',
        additionalParams: true,
        optional: true,
      },
    ],
    outputs: [valueOutput],
  },
  run: async () => (await import('./run.ts')).runSetVariable,
})
