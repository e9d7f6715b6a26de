import { defineNode, listFlowOptions } from '@runnel/node-kit'
import { flowToolInputs } from '../flow-tool-inputs.ts'

/** A tool that runs another flow. */
export const chatflowTool = defineNode({
  definition: {
    name: 'ChatflowTool',
    label: 'Chatflow Tool',
    version: 5.1,
    type: 'ChatflowTool',
    icon: 'IconSubtask',
    category: 'Tools',
    color: '#d4a373',
    description: 'Runs another flow of this workspace, and gives its answer',
    baseClasses: ['ChatflowTool', 'Tool'],
    kind: 'component',
    effects: 'none',
    provides: ['toolset'],
    inputs: [
      {
        label: 'Select Chatflow',
        name: 'selectedChatflow',
        type: 'asyncOptions',
        loadMethod: 'listChatflows',
        readAs: 'flow',
      },
      ...flowToolInputs,
    ],
  },
  provides: { toolset: async () => (await import('./toolset.ts')).chatflowToolset },
  load: { listChatflows: async () => listFlowOptions },
})
