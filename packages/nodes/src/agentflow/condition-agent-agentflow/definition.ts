import { listChatModels } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { memoryTypeInputs } from '../memory-inputs.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

/** Chooses the way by a model's judgement. */
export const conditionAgentAgentflow = agentStep({
  definition: {
    name: 'conditionAgentAgentflow',
    label: 'Condition Agent',
    version: 2,
    type: 'ConditionAgent',
    icon: 'IconRoute',
    description: 'A language model decides which scenario fits; without a clear answer the last one is taken',
    baseClasses: ['ConditionAgent'],
    effects: 'none',
    color: '#ff8fab',
    branches: { param: 'conditionAgentScenarios' },
    outputs: [
      { label: '0', name: '0', description: 'Scenario 0' },
      { label: '1', name: '1', description: 'Scenario 1' },
    ],
    gives: [
      { path: 'conditions', label: 'Conditions', type: 'array' },
      { path: 'usageMetadata.total_tokens', label: 'Tokens', type: 'number' },
    ],
    inputs: [
      {
        label: 'Model',
        name: 'conditionAgentModel',
        type: 'asyncOptions',
        loadMethod: 'listModels',
        loadConfig: true,
      },
      {
        label: 'Instructions',
        name: 'conditionAgentInstructions',
        type: 'string',
        overridable: true,
        description: 'What the model is to find out',
        placeholder: 'Find out whether the user is satisfied with the answer.',
        acceptVariable: true,
        rows: 4,
      },
      {
        label: 'Input',
        name: 'conditionAgentInput',
        type: 'string',
        overridable: true,
        description: 'What is judged',
        default: '{{question}}',
        acceptVariable: true,
        rows: 4,
      },
      {
        label: 'Scenarios',
        name: 'conditionAgentScenarios',
        type: 'array',
        description: 'One way out for each; the last one is taken when none fits clearly',
        minItems: 1,
        default: [{ scenario: '' }, { scenario: '' }],
        array: [
          { label: 'Scenario', name: 'scenario', type: 'string', placeholder: 'The user is satisfied' },
        ],
      },
      {
        label: 'Override System Prompt',
        name: 'conditionAgentOverrideSystemPrompt',
        type: 'boolean',
        description: 'Use a system prompt of yours',
        optional: true,
      },
      {
        label: 'Node System Prompt',
        name: 'conditionAgentSystemPrompt',
        type: 'string',
        overridable: true,
        description: 'The model must still answer with {"output": "<the scenario>"}',
        default: DEFAULT_PROMPT,
        acceptVariable: true,
        rows: 8,
        optional: true,
        show: { conditionAgentOverrideSystemPrompt: true },
      },
      ...memoryTypeInputs('conditionAgent'),
    ],
  },
  run: async () => (await import('./run.ts')).runConditionAgent,
  load: {
    listModels: async () => listChatModels,
  },
})
