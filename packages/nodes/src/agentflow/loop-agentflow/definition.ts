import { agentStep } from '../agent-step.ts'

/** Jumps back to an earlier node, so often at most. */
export const loopAgentflow = agentStep({
  definition: {
    name: 'loopAgentflow',
    label: 'Loop',
    version: 1.2,
    type: 'Loop',
    icon: 'IconRefresh',
    description: 'Goes back to an earlier node, until it has done so often enough',
    baseClasses: ['Loop'],
    effects: 'none',
    color: '#FFA07A',
    hideOutput: true,
    jumpsTo: 'loopBackToNode',
    inputs: [
      {
        label: 'Loop Back To',
        name: 'loopBackToNode',
        identifies: true,
        type: 'asyncOptions',
        loadMethod: 'listPreviousNodes',
        freeSolo: true,
      },
      {
        label: 'Max Loop Count',
        name: 'maxLoopCount',
        type: 'number',
        overridable: true,
        default: 5,
        min: 1,
        description: 'How often what is repeated runs at most, the first time included',
      },
      {
        label: 'Fallback Message',
        name: 'fallbackMessage',
        type: 'string',
        overridable: true,
        description: 'The answer when the limit is reached',
        placeholder: 'Enter your fallback message here',
        optional: true,
        acceptVariable: true,
        rows: 4,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runLoop,
  load: {
    listPreviousNodes: async () => (await import('../list-previous-nodes.ts')).listPreviousNodes,
  },
})
