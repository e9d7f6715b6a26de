import { defineNode } from '@runnel/node-kit'
import { stateUpdateInput } from '../state-update-input.ts'
import { memoryInputs } from './memory-inputs.ts'
import { structuredOutputInput } from './structured-output-input.ts'

/** One call of a language model. */
export const llmAgentflow = defineNode({
  definition: {
    name: 'llmAgentflow',
    label: 'LLM',
    version: 1.1,
    type: 'LLM',
    icon: 'IconSparkles',
    category: 'Agent Flows',
    description: 'Asks a language model, with messages and memory of your choice',
    baseClasses: ['LLM'],
    kind: 'step',
    effects: 'none',
    canvas: 'agent',
    color: '#64B5F6',
    inputs: [
      {
        label: 'Model',
        name: 'llmModel',
        type: 'asyncOptions',
        loadMethod: 'listModels',
        loadConfig: true,
      },
      {
        label: 'Messages',
        name: 'llmMessages',
        type: 'array',
        overridable: true,
        optional: true,
        acceptVariable: true,
        array: [
          {
            label: 'Role',
            name: 'role',
            type: 'options',
            options: [
              { label: 'System', name: 'system' },
              { label: 'Assistant', name: 'assistant' },
              { label: 'Developer', name: 'developer' },
              { label: 'User', name: 'user' },
            ],
          },
          { label: 'Content', name: 'content', type: 'string', acceptVariable: true, rows: 4 },
        ],
      },
      ...memoryInputs,
      {
        label: 'Return Response As',
        name: 'llmReturnResponseAs',
        type: 'options',
        overridable: true,
        default: 'userMessage',
        description: 'The role that the answer has in the history which later nodes see',
        options: [
          { label: 'User Message', name: 'userMessage' },
          { label: 'Assistant Message', name: 'assistantMessage' },
        ],
      },
      structuredOutputInput('llmStructuredOutput'),
      stateUpdateInput('llmUpdateState'),
    ],
  },
  run: async () => (await import('./run.ts')).runLlm,
  load: {
    listModels: async () => (await import('../list-chat-models.ts')).listChatModels,
    listRuntimeStateKeys: async () => (await import('../list-runtime-state-keys.ts')).listRuntimeStateKeys,
  },
})
