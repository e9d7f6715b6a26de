import { defineNode } from '@runnel/node-kit'
import { flowToolInputs } from '../flow-tool-inputs.ts'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that runs an agent flow. */
export const agentAsTool = defineNode({
  definition: toolDefinition({
    name: 'agentAsTool',
    label: 'Agent as Tool',
    version: 1,
    type: 'AgentAsTool',
    icon: 'IconRobot',
    description: 'Runs an agent flow of this workspace, and gives its answer',
    baseClasses: ['AgentAsTool', 'Tool'],
    effects: 'none',
    inputs: [
      {
        label: 'Select Agent',
        name: 'selectedAgentflow',
        type: 'asyncOptions',
        loadMethod: 'listAgentflows',
        readAs: 'flow',
      },
      ...flowToolInputs,
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).agentAsToolToolset },
  load: { listAgentflows: async () => (await import('./list-agentflows.ts')).listAgentflows },
})
