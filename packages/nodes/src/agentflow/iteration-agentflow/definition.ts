import { agentStep } from '../agent-step.ts'

/** Runs the nodes inside it once per item of a list. */
export const iterationAgentflow = agentStep({
  definition: {
    name: 'iterationAgentflow',
    label: 'Iteration',
    version: 1,
    type: 'Iteration',
    icon: 'IconRepeat',
    description: 'Runs the nodes inside it once for each item of a list, one after the other or some at once',
    baseClasses: ['Iteration'],
    effects: 'none',
    color: '#9C89B8',
    holdsNodes: true,
    gives: [{ path: 'iterationResults', label: 'Results', type: 'array' }],
    inputs: [
      {
        label: 'Array Input',
        name: 'iterationInput',
        identifies: true,
        type: 'string',
        overridable: true,
        description: 'A list as JSON; the nodes inside read their item as {{$iteration}}',
        placeholder: '["item 1", "item 2"]',
        acceptVariable: true,
        rows: 4,
      },
      {
        label: 'Items at Once',
        name: 'iterationConcurrency',
        type: 'number',
        additionalParams: true,
        optional: true,
        default: 1,
        min: 1,
        max: 10,
        step: 1,
        description:
          'How many items run at the same time. Items that run at once do not see what the others write into the flow state; of two that write the same key, the one later in the list wins.',
      },
    ],
  },
  run: async () => (await import('./run.ts')).runIteration,
})
