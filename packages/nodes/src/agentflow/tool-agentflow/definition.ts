import { agentStep } from '../agent-step.ts'

/** One call of a tool, without a model. */
export const toolAgentflow = agentStep({
  definition: {
    name: 'toolAgentflow',
    label: 'Tool',
    version: 1.2,
    type: 'Tool',
    icon: 'IconTool',
    description: 'Calls one tool with what you give it, without asking a model',
    baseClasses: ['Tool'],
    effects: 'none',
    color: '#d4a373',
    gives: [
      { path: 'usedTools', label: 'Used Tools', type: 'array' },
      { path: 'artifacts', label: 'Artifacts', type: 'array' },
      { path: 'sourceDocuments', label: 'Source Documents', type: 'array' },
    ],
    inputs: [
      {
        label: 'Tool',
        name: 'toolAgentflowSelectedTool',
        type: 'asyncOptions',
        loadMethod: 'listTools',
        loadConfig: true,
      },
      {
        label: 'Tool Input Arguments',
        name: 'toolInputArgs',
        type: 'array',
        acceptVariable: true,
        array: [
          {
            label: 'Input Argument Name',
            name: 'inputArgName',
            type: 'asyncOptions',
            loadMethod: 'listToolInputArgs',
            freeSolo: true,
          },
          {
            label: 'Input Argument Value',
            name: 'inputArgValue',
            type: 'string',
            acceptVariable: true,
          },
        ],
        optional: true,
        show: { toolAgentflowSelectedTool: '.+' },
      },
    ],
  },
  run: async () => (await import('./run.ts')).runTool,
  load: {
    listTools: async () => (await import('../list-tools.ts')).listTools,
    listToolInputArgs: async () => (await import('./list-tool-input-args.ts')).listToolInputArgs,
  },
})
