import { defineNode, foreignAddressInput, listFlowOptions } from '@runnel/node-kit'
import { errorPolicyInputs } from '../error-policy-inputs.ts'
import { returnResponseInput } from '../return-response-input.ts'
import { stateUpdateInput } from '../state-update-input.ts'

/** Runs another flow of the workspace. */
export const executeFlowAgentflow = defineNode({
  definition: {
    name: 'executeFlowAgentflow',
    label: 'Execute Flow',
    version: 1.2,
    type: 'ExecuteFlow',
    icon: 'IconSubtask',
    category: 'Agent Flows',
    description: 'Runs another flow of this workspace, and goes on with its answer',
    baseClasses: ['ExecuteFlow'],
    kind: 'step',
    effects: 'none',
    canvas: 'agent',
    color: '#a3b18a',
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
      stateUpdateInput('executeFlowUpdateState'),
      ...errorPolicyInputs,
    ],
  },
  run: async () => (await import('./run.ts')).runExecuteFlow,
  load: {
    listFlows: async () => listFlowOptions,
    listRuntimeStateKeys: async () => (await import('../list-runtime-state-keys.ts')).listRuntimeStateKeys,
  },
})
