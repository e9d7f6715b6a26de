import { foreignAddressInput, listFlowOptions } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { returnResponseInput } from '../return-response-input.ts'

/** Runs another flow of the workspace. */
export const executeFlowAgentflow = agentStep({
  definition: {
    name: 'executeFlowAgentflow',
    label: 'Execute Flow',
    version: 1.2,
    type: 'ExecuteFlow',
    icon: 'IconSubtask',
    description: 'Runs another flow of this workspace, and goes on with its answer',
    baseClasses: ['ExecuteFlow'],
    effects: 'none',
    color: '#a3b18a',
    gives: [
      { path: 'usedTools', label: 'Used Tools', type: 'array' },
      { path: 'sourceDocuments', label: 'Source Documents', type: 'array' },
      { path: 'artifacts', label: 'Artifacts', type: 'array' },
      { path: 'fileAnnotations', label: 'Files', type: 'array' },
    ],
    inputs: [
      {
        label: 'Select Flow',
        name: 'executeFlowSelectedFlow',
        type: 'asyncOptions',
        loadMethod: 'listFlows',
        readAs: 'flow',
      },
      {
        label: 'Input',
        name: 'executeFlowInput',
        type: 'string',
        overridable: true,
        rows: 4,
        acceptVariable: true,
      },
      {
        label: 'Override Config',
        name: 'executeFlowOverrideConfig',
        type: 'json',
        description: 'Values for params of the flow that its author lets callers set',
        optional: true,
        acceptVariable: true,
      },
      foreignAddressInput('executeFlowBaseURL'),
      returnResponseInput('executeFlow'),
    ],
  },
  run: async () => (await import('./run.ts')).runExecuteFlow,
  load: {
    listFlows: async () => listFlowOptions,
  },
})
