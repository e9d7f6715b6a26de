import { listChatModels } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { memoryInputs } from '../memory-inputs.ts'
import { messagesInput } from '../messages-input.ts'
import { returnResponseInput } from '../return-response-input.ts'
import { structuredOutputInput } from '../structured-output-input.ts'

/** One call of a language model. */
export const llmAgentflow = agentStep({
  definition: {
    name: 'llmAgentflow',
    label: 'LLM',
    version: 1.1,
    type: 'LLM',
    icon: 'IconSparkles',
    description: 'Asks a language model, with messages and memory of your choice',
    baseClasses: ['LLM'],
    effects: 'none',
    color: '#64B5F6',
    gives: [
      { path: 'usageMetadata.total_tokens', label: 'Tokens', type: 'number' },
      { path: 'timeMetadata.delta', label: 'Milliseconds', type: 'number' },
    ],
    inputs: [
      {
        label: 'Model',
        name: 'llmModel',
        type: 'asyncOptions',
        loadMethod: 'listModels',
        loadConfig: true,
      },
      messagesInput('llm'),
      ...memoryInputs('llm'),
      returnResponseInput('llm'),
      structuredOutputInput('llmStructuredOutput'),
    ],
  },
  run: async () => (await import('./run.ts')).runLlm,
  load: {
    listModels: async () => listChatModels,
  },
})
