import { listChatModels, listNamedStores } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { knowledgeInputs } from '../knowledge-inputs.ts'
import { memoryInputs } from '../memory-inputs.ts'
import { messagesInput } from '../messages-input.ts'
import { returnResponseInput } from '../return-response-input.ts'
import { structuredOutputInput } from '../structured-output-input.ts'
import { toolInputs } from './tool-inputs.ts'

/** A language model that calls tools until it can answer. */
export const agentAgentflow = agentStep({
  definition: {
    name: 'agentAgentflow',
    label: 'Agent',
    version: 3.2,
    type: 'Agent',
    icon: 'IconRobot',
    description:
      'A language model that calls tools until it can answer; a person may have to agree to a call',
    baseClasses: ['Agent'],
    effects: 'none',
    color: '#4DD0E1',
    gives: [
      { path: 'usedTools', label: 'Used Tools', type: 'array' },
      { path: 'sourceDocuments', label: 'Source Documents', type: 'array' },
      { path: 'artifacts', label: 'Artifacts', type: 'array' },
      { path: 'usageMetadata.total_tokens', label: 'Tokens', type: 'number' },
      { path: 'timeMetadata.delta', label: 'Milliseconds', type: 'number' },
    ],
    inputs: [
      {
        label: 'Model',
        name: 'agentModel',
        type: 'asyncOptions',
        loadMethod: 'listModels',
        loadConfig: true,
      },
      messagesInput('agent'),
      ...toolInputs,
      ...knowledgeInputs('agent', { described: true }),
      ...memoryInputs('agent'),
      returnResponseInput('agent'),
      structuredOutputInput('agentStructuredOutput'),
    ],
  },
  run: async () => (await import('./run.ts')).runAgent,
  load: {
    listModels: async () => listChatModels,
    listStores: async () => listNamedStores,
    listVectorStores: async () => (await import('../list-knowledge-options.ts')).listVectorStores,
    listEmbeddings: async () => (await import('../list-knowledge-options.ts')).listEmbeddings,
    listTools: async () => (await import('../list-tools.ts')).listTools,
  },
})
