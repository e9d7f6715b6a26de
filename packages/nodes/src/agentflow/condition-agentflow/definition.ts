import { agentStep } from '../agent-step.ts'
import { conditionRowInputs } from './condition-row-inputs.ts'

/** Chooses the way by comparing values. */
export const conditionAgentflow = agentStep({
  definition: {
    name: 'conditionAgentflow',
    label: 'Condition',
    version: 1,
    type: 'Condition',
    icon: 'IconArrowsSplit',
    description: 'Takes the first branch whose comparison holds, else the last one',
    baseClasses: ['Condition'],
    effects: 'none',
    color: '#FFB938',
    branches: { param: 'conditions', elseLabel: 'Else' },
    outputs: [
      { label: '0', name: '0', description: 'Condition 0' },
      { label: '1', name: '1', description: 'Else' },
    ],
    inputs: [
      {
        label: 'Conditions',
        name: 'conditions',
        readAs: 'comparisons',
        type: 'array',
        overridable: true,
        description: 'Compared from top to bottom; the first that holds decides',
        acceptVariable: true,
        default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }],
        array: conditionRowInputs,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runCondition,
})
